/// Where the server of a URL is, for whoever connects to it or names it. Opens no door but the JDK's.
package queencell.address;
