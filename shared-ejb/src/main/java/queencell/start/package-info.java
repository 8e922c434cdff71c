/// How an application starts inside the container, and the end of a process that cannot.
package queencell.start;
