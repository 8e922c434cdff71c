package queencell.signin;

import java.util.List;
import java.util.Optional;
import queencell.settings.Secret;

/// What a provider knows us by, and whom we take from it.
///
/// @param allowedDomains lower-cased; empty is everybody
public record OauthClient(Provider provider, String id, Secret secret, List<String> allowedDomains) {
    public OauthClient {
        allowedDomains = List.copyOf(allowedDomains);
    }

    /// Present only when both halves are: with one of them people would go out and fail on return.
    public static Optional<OauthClient> of(
            Provider provider, Optional<String> id, Secret secret, List<String> allowedDomains) {
        return id.filter(text -> !text.isBlank() && secret.isPresent())
                .map(text -> new OauthClient(provider, text.strip(), secret, allowedDomains));
    }

    /// @param hostedDomain what Google says of the account's organisation; empty if nothing
    boolean allows(EmailAddress email, String hostedDomain) {
        return allowedDomains.isEmpty()
                || allowedDomains.contains(email.domain())
                || allowedDomains.contains(EmailAddress.fold(hostedDomain));
    }
}
