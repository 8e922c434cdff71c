/// Signing people in, for both applications: session tokens and their keys, passwords and the guard in front of them,
/// sign-in with outside providers, cookies, and which pages may send something (proxy console, 5 to 7 and 12; pipeline,
/// 6.3). Opens the doors to `address`, `web`, Jackson, jose4j and password4j.
package queencell.signin;
