/// How an application starts inside the container, and the end of a process that cannot start or has a class that is
/// broken for good.
package queencell.start;
