/// Session tokens: which keys vouch for them, and whether one is good (pipeline, 6.3). Opens the door to jose4j.
package queencell.signin;
