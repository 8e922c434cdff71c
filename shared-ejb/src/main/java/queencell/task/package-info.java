/// Work that is done beside other work, on virtual threads. Opens no door but the JDK's.
package queencell.task;
