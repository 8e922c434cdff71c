/// Work that is done beside other work, on virtual threads.
package queencell.task;
