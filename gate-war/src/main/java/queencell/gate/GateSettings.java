package queencell.gate;

import java.util.List;
import queencell.gate.api.ApiSettings;
import queencell.gate.api.Bind;
import queencell.gate.api.PeopleSettings;
import queencell.gate.graph.BrokerSettings;
import queencell.gate.graph.GraphSettings;
import queencell.gate.signin.SigninSettings;
import queencell.gate.stage.StageSettings;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;

/// Everything that Gate reads at start, room by room.
public record GateSettings(
        BrokerSettings broker,
        ApiSettings api,
        PeopleSettings people,
        SigninSettings signin,
        GraphSettings graph,
        StageSettings stage) {

    /// Refuses what belongs together and does not fit (runtime, 18).
    public GateSettings {
        if (people.devEmail().isPresent() && api.publicIsSecure()) {
            throw new InvalidSettingException(
                    "GATE_DEV_EMAIL is set and GATE_PUBLIC_URL is `%s`: the development identity lets everybody in, so it is refused behind https. Unset GATE_DEV_EMAIL, or use an http URL on this machine."
                            .formatted(api.publicUrl()));
        }
        if (api.publicBind().isPresent()
                && people.devEmail().isEmpty()
                && signin.googleId().isEmpty()) {
            throw new InvalidSettingException(
                    "GATE_PUBLIC_BIND is `%s`, and nobody could sign in there: set GOOGLE_CLIENT_ID and what belongs to it, GATE_DEV_EMAIL for development, or unset GATE_PUBLIC_BIND."
                            .formatted(api.publicBind().get()));
        }
        if (signin.testBase().isPresent()
                && api.publicBind().filter(bind -> !isLoopback(bind)).isPresent()) {
            throw new InvalidSettingException(
                    "GATE_TEST_OAUTH_BASE is set while GATE_PUBLIC_BIND is `%s`: it is for tests on a Gate bound to 127.0.0.1."
                            .formatted(api.publicBind().get()));
        }
    }

    private static boolean isLoopback(String bind) {
        return Bind.parse("GATE_PUBLIC_BIND", bind).getAddress().isLoopbackAddress();
    }

    /// In the order of the reference page.
    public static final List<Class<? extends Record>> RECORDS = List.of(
            BrokerSettings.class,
            ApiSettings.class,
            PeopleSettings.class,
            SigninSettings.class,
            GraphSettings.class,
            StageSettings.class);

    /// @throws queencell.settings.InvalidSettingException when a setting cannot be used
    public static GateSettings read(SettingsReader reader) {
        return new GateSettings(
                reader.read(BrokerSettings.class),
                reader.read(ApiSettings.class),
                reader.read(PeopleSettings.class),
                reader.read(SigninSettings.class),
                reader.read(GraphSettings.class),
                reader.read(StageSettings.class));
    }
}
