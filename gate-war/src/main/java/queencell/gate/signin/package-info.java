/// Signing in on the public port with Google (runtime, 18). Opens the doors to `queencell.signin` and
/// `queencell.web`.
package queencell.gate.signin;
