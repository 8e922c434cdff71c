package queencell.signin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;

/// GitHub, by OAuth 2: it has no id token, so the account is read from its API.
public final class GithubFlow implements OauthFlow {
    private final OauthClient client;
    private final ProviderAddresses addresses;
    private final OauthState states;
    private final Outbound outbound;

    public GithubFlow(OauthClient client, ProviderAddresses addresses, OauthState states, Outbound outbound) {
        this.client = client;
        this.addresses = addresses;
        this.states = states;
        this.outbound = outbound;
    }

    @Override
    public OauthClient client() {
        return client;
    }

    @Override
    public Departure depart(String next, String redirectUri) {
        OauthState.Begun begun = states.begin(Provider.GITHUB, next);
        Query query = new Query(addresses.githubAuthorize())
                .with("client_id", client.id())
                .with("redirect_uri", redirectUri)
                .with("scope", "user:email")
                .with("state", begun.state())
                .with("code_challenge", begun.challenge())
                .with("code_challenge_method", "S256");
        return new Departure(query.toString(), begun.cookie());
    }

    @Override
    public Arrival arrive(String state, String cookie, Optional<String> code, String redirectUri) {
        OauthState.Return.Good back = Returns.good(states.redeem(Provider.GITHUB, state, cookie));
        JsonNode answer = outbound.post(
                addresses.githubToken(),
                Map.of(
                        "client_id", client.id(),
                        "client_secret", client.secret().reveal(),
                        "code", code.orElseThrow(SigninRefusals::noCode),
                        "redirect_uri", redirectUri,
                        "code_verifier", back.verifier()));
        String token = answer.path("access_token").asText();
        // it becomes a header's value: nothing but visible ASCII
        if (token.isEmpty() || !token.chars().allMatch(letter -> letter > ' ' && letter < 0x7f)) {
            throw SigninRefusals.providerFailed(Outbound.said(answer));
        }
        return new Arrival(accountOf(token), back.next());
    }

    private ProviderAccount accountOf(String token) {
        Map<String, String> headers =
                Map.of("Authorization", "Bearer " + token, "Accept", "application/vnd.github+json");
        JsonNode id = outbound.get(addresses.githubUser(), headers).path("id");
        if (!id.isIntegralNumber()) {
            throw SigninRefusals.providerFailed("an account without a number");
        }
        EmailAddress email =
                primary(outbound.get(addresses.githubEmails(), headers)).orElseThrow(SigninRefusals::emailUnverified);
        return Returns.admitted(client, new ProviderAccount(Provider.GITHUB, id.asText(), email), "");
    }

    /// The address that is both primary and verified: anybody can add somebody else's without proof.
    private static Optional<EmailAddress> primary(JsonNode emails) {
        for (JsonNode entry : emails) {
            if (isTrue(entry, "primary") && isTrue(entry, "verified")) {
                return EmailAddress.parse(entry.path("email").asText());
            }
        }
        return Optional.empty();
    }

    private static boolean isTrue(JsonNode entry, String name) {
        return entry.path(name).isBoolean() && entry.path(name).booleanValue();
    }
}
