package queencell.signin;

import static queencell.log.Field.field;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import org.jose4j.jwa.AlgorithmConstraints;
import org.jose4j.jwa.AlgorithmConstraints.ConstraintType;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.MalformedClaimException;
import org.jose4j.jwt.consumer.InvalidJwtException;
import org.jose4j.jwt.consumer.JwtConsumer;
import org.jose4j.jwt.consumer.JwtConsumerBuilder;
import queencell.log.EventLog;

/// Google, by OpenID Connect: the id token says who it is, and Google's keys vouch for it.
public final class GoogleFlow implements OauthFlow {
    private static final EventLog LOG = EventLog.of("auth");

    private final OauthClient client;
    private final ProviderAddresses addresses;
    private final OauthState states;
    private final Outbound outbound;
    private final GoogleKeys keys;
    private final JwtConsumer idTokens;
    private final Optional<String> domainHint;

    /// @param domainHint the organisation whose accounts Google's page offers; what counts comes back in the token
    public GoogleFlow(
            OauthClient client,
            ProviderAddresses addresses,
            OauthState states,
            Outbound outbound,
            GoogleKeys keys,
            Optional<String> domainHint) {
        this.client = client;
        this.domainHint = domainHint;
        this.addresses = addresses;
        this.states = states;
        this.outbound = outbound;
        this.keys = keys;
        this.idTokens = new JwtConsumerBuilder()
                .setRequireExpirationTime()
                .setAllowedClockSkewInSeconds(60)
                .setExpectedIssuers(true, "https://accounts.google.com", "accounts.google.com")
                .setExpectedAudience(true, client.id())
                .setVerificationKeyResolver((jws, _) -> keys.of(jws.getKeyIdHeaderValue()))
                .setJwsAlgorithmConstraints(
                        new AlgorithmConstraints(ConstraintType.PERMIT, AlgorithmIdentifiers.RSA_USING_SHA256))
                .build();
    }

    @Override
    public OauthClient client() {
        return client;
    }

    @Override
    public Departure depart(String next, String redirectUri) {
        OauthState.Begun begun = states.begin(Provider.GOOGLE, next);
        Query query = new Query(addresses.googleAuthorize())
                .with("client_id", client.id())
                .with("redirect_uri", redirectUri)
                .with("response_type", "code")
                .with("scope", "openid email profile")
                .with("access_type", "online")
                .with("include_granted_scopes", "true")
                .with("prompt", "select_account")
                .with("state", begun.state())
                .with("nonce", begun.nonce())
                .with("code_challenge", begun.challenge())
                .with("code_challenge_method", "S256");
        domainHint.ifPresent(domain -> query.with("hd", domain));
        return new Departure(query.toString(), begun.cookie());
    }

    @Override
    public Arrival arrive(String state, String cookie, Optional<String> code, String redirectUri) {
        OauthState.Return.Good back = Returns.good(states.redeem(Provider.GOOGLE, state, cookie));
        JsonNode answer = outbound.post(
                addresses.googleToken(),
                Map.of(
                        "grant_type", "authorization_code",
                        "code", code.orElseThrow(SigninRefusals::noCode),
                        "client_id", client.id(),
                        "client_secret", client.secret().reveal(),
                        "redirect_uri", redirectUri,
                        "code_verifier", back.verifier()));
        String idToken = answer.path("id_token").asText();
        if (idToken.isEmpty()) {
            throw SigninRefusals.providerFailed(Outbound.said(answer));
        }
        return new Arrival(accountOf(verified(idToken), back.nonce()), back.next());
    }

    private JwtClaims verified(String idToken) {
        keys.prepare();
        try {
            return idTokens.processToClaims(idToken);
        } catch (InvalidJwtException bad) {
            // codes only: the details quote the token
            LOG.warn(
                    "id_token_refused",
                    field(
                            "code",
                            bad.getErrorDetails().isEmpty()
                                    ? 0
                                    : bad.getErrorDetails().getFirst().getErrorCode()));
            throw SigninRefusals.untrustedToken();
        }
    }

    private ProviderAccount accountOf(JwtClaims claims, String nonce) {
        try {
            if (!nonce.equals(claims.getStringClaimValue("nonce"))) {
                throw SigninRefusals.invalidState();
            }
            String id = textOf(claims, "sub").orElseThrow(SigninRefusals::namelessToken);
            EmailAddress email =
                    textOf(claims, "email").flatMap(EmailAddress::parse).orElseThrow(SigninRefusals::namelessToken);
            Object verified = claims.getClaimValue("email_verified");
            if (!Boolean.TRUE.equals(verified) && !"true".equals(verified)) {
                throw SigninRefusals.emailUnverified();
            }
            String hostedDomain = textOf(claims, "hd").orElse("");
            return Returns.admitted(client, new ProviderAccount(Provider.GOOGLE, id, email), hostedDomain);
        } catch (MalformedClaimException otherType) {
            throw SigninRefusals.namelessToken();
        }
    }

    private static Optional<String> textOf(JwtClaims claims, String name) throws MalformedClaimException {
        return Optional.ofNullable(claims.getStringClaimValue(name)).filter(text -> !text.isBlank());
    }
}
