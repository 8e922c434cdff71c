package queencell.gate.graph;

import queencell.broker.BrokerOptions;
import queencell.broker.Credentials;
import queencell.settings.InvalidSettingException;
import queencell.settings.Says;
import queencell.settings.Secret;
import queencell.settings.Setting;

/// Where the broker is (runtime, 19).
public record BrokerSettings(
        @Says("Base URL of the broker, or several of meshed brokers on one database, comma-separated.")
        @Setting(env = "QUEEN_URL", byDefault = "http://localhost:6632")
        String url,

        @Says("Bearer token for the broker, where it stands behind a gateway.") @Setting(env = "QUEEN_TOKEN")
        Secret token) {

    /// @throws InvalidSettingException when a URL or the token cannot be used
    public BrokerOptions options() {
        try {
            return BrokerOptions.of(url).credentials(Credentials.bearer(token.reveal()));
        } catch (IllegalArgumentException unusable) {
            throw new InvalidSettingException(
                    "QUEEN_URL or QUEEN_TOKEN cannot be used: %s".formatted(unusable.getMessage()));
        }
    }
}
