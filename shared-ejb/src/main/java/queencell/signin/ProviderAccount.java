package queencell.signin;

/// An account that its provider vouches for.
///
/// @param id the provider's own, which never changes hands
/// @param email verified by the provider
public record ProviderAccount(Provider provider, String id, EmailAddress email) {}
