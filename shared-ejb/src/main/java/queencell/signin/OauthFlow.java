package queencell.signin;

import java.util.Optional;
import queencell.web.RefusedException;

/// Signing in with one provider: the way out and the way back (proxy console, 6.2 and 6.3). Thread-safe; the way back
/// blocks.
public sealed interface OauthFlow permits GoogleFlow, GithubFlow {

    /// @param location where the browser is sent
    /// @param cookie what it keeps meanwhile
    record Departure(String location, String cookie) {
        @Override
        public String toString() {
            return "Departure[…]";
        }
    }

    record Arrival(ProviderAccount account, String next) {}

    OauthClient client();

    /// @param redirectUri our callback, as the provider knows it
    Departure depart(String next, String redirectUri);

    /// @param state and `cookie` as they came back, empty if absent
    /// @throws RefusedException with the answer to give
    Arrival arrive(String state, String cookie, Optional<String> code, String redirectUri);
}
