/// The end of the process: in order, and because of a class that is broken for good.
package queencell.process;
