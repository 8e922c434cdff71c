/// Where background work runs: the names of the managed executors, and how a task survives its own failures.
package queencell.proxy.task;
