/// How an application starts inside the container, and what becomes of one that cannot start.
package queencell.start;
