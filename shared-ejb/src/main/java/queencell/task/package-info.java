/// Work that is done beside other work, on virtual threads, and the end of a process that cannot start.
package queencell.task;
