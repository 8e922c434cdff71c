/// The blocks of PEM text, for certificates of the listener and for keys of sessions. Opens no door but the JDK's.
package queencell.pem;
