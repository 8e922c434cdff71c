/// Google and GitHub as tests need them: a real OpenID provider and a real OAuth 2 server on this machine, whose
/// protocol is Nimbus's (requests parsed, clients authenticated, PKCE checked, tokens made by it), and a browser
/// that walks between them and us.
package queencell.signin.provider;
