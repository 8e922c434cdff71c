/// `EventLog`: one event, one line, text or JSON (pipeline, 17; runtime, 17.8). Opens no door but the JDK's.
package queencell.log;
