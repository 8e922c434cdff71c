package queencell.signin.provider;

import com.nimbusds.oauth2.sdk.AuthorizationCode;
import com.nimbusds.oauth2.sdk.AuthorizationCodeGrant;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.OAuth2Error;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.auth.PlainClientSecret;
import com.nimbusds.oauth2.sdk.auth.Secret;
import com.nimbusds.oauth2.sdk.id.ClientID;
import com.nimbusds.oauth2.sdk.pkce.CodeChallenge;
import com.nimbusds.oauth2.sdk.pkce.CodeChallengeMethod;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/// The codes of one provider: given to a known client for a registered address only, redeemed once, with the secret
/// and the verifier of whoever asked for it. Thread-safe.
final class Grants {
    private final ClientID client;
    private final Secret secret;
    private final Set<URI> callbacks = ConcurrentHashMap.newKeySet();
    private final Map<AuthorizationCode, Grant> open = new ConcurrentHashMap<>();

    record Grant(AuthorizationRequest request, Person person) {}

    Grants(String client, String secret) {
        this.client = new ClientID(client);
        this.secret = new Secret(secret);
    }

    void register(String callback) {
        callbacks.add(URI.create(callback));
    }

    /// @throws GeneralException when the provider would not show its page: the browser goes nowhere then
    AuthorizationCode issue(AuthorizationRequest request, Person person) throws GeneralException {
        if (!client.equals(request.getClientID())) {
            throw new GeneralException(OAuth2Error.UNAUTHORIZED_CLIENT);
        }
        if (!callbacks.contains(request.getRedirectionURI())) {
            throw new GeneralException("redirect_uri_mismatch: " + request.getRedirectionURI());
        }
        if (request.getState() == null || request.getCodeChallengeMethod() != CodeChallengeMethod.S256) {
            throw new GeneralException(OAuth2Error.INVALID_REQUEST);
        }
        var code = new AuthorizationCode();
        open.put(code, new Grant(request, person));
        return code;
    }

    Grant redeem(TokenRequest request) throws GeneralException {
        if (!(request.getClientAuthentication() instanceof PlainClientSecret shown)
                || !shown.getClientID().equals(client)
                || !shown.getClientSecret().equals(secret)) {
            throw new GeneralException(OAuth2Error.INVALID_CLIENT);
        }
        if (!(request.getAuthorizationGrant() instanceof AuthorizationCodeGrant grant)) {
            throw new GeneralException(OAuth2Error.UNSUPPORTED_GRANT_TYPE);
        }
        Grant given = open.remove(grant.getAuthorizationCode());
        boolean proven = given != null
                && grant.getCodeVerifier() != null
                && CodeChallenge.compute(CodeChallengeMethod.S256, grant.getCodeVerifier())
                        .equals(given.request().getCodeChallenge())
                && given.request().getRedirectionURI().equals(grant.getRedirectionURI());
        if (!proven) {
            throw new GeneralException(OAuth2Error.INVALID_GRANT.setDescription("code, verifier or address"));
        }
        return given;
    }
}
