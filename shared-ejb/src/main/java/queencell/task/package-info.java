/// Work that is done beside other work: on virtual threads, and on threads that give way to all others.
package queencell.task;
