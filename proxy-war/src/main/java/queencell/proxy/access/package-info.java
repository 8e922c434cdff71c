/// Who calls and what they may do: API keys, users, roles and revoked tokens with their rows and repositories
/// (pipeline, 6).
///
/// Credentials, principals and the authorization matrix are **pure**. Doors: `cluster`, `signin`, JPA, and `route`
/// for the classes that the matrix decides about.
package queencell.proxy.access;
