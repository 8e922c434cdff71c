package queencell.gate;

import java.util.List;
import queencell.gate.api.ApiSettings;
import queencell.gate.api.PeopleSettings;
import queencell.gate.graph.BrokerSettings;
import queencell.gate.graph.GraphSettings;
import queencell.gate.stage.StageSettings;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;

/// Everything that Gate reads at start, room by room.
public record GateSettings(
        BrokerSettings broker, ApiSettings api, PeopleSettings people, GraphSettings graph, StageSettings stage) {

    /// Refuses what belongs together and does not fit (runtime, 18).
    public GateSettings {
        if (people.devEmail().isPresent() && api.publicIsSecure()) {
            throw new InvalidSettingException(
                    "GATE_DEV_EMAIL is set and GATE_PUBLIC_URL is `%s`: the development identity lets everybody in, so it is refused behind https. Unset GATE_DEV_EMAIL, or use an http URL on this machine."
                            .formatted(api.publicUrl()));
        }
        if (api.publicBind().isPresent() && people.devEmail().isEmpty()) {
            throw new InvalidSettingException(
                    "GATE_PUBLIC_BIND is `%s`, and nobody could sign in there: set GATE_DEV_EMAIL for development, or unset GATE_PUBLIC_BIND."
                            .formatted(api.publicBind().get()));
        }
    }

    /// In the order of the reference page.
    public static final List<Class<? extends Record>> RECORDS = List.of(
            BrokerSettings.class, ApiSettings.class, PeopleSettings.class, GraphSettings.class, StageSettings.class);

    /// @throws queencell.settings.InvalidSettingException when a setting cannot be used
    public static GateSettings read(SettingsReader reader) {
        return new GateSettings(
                reader.read(BrokerSettings.class),
                reader.read(ApiSettings.class),
                reader.read(PeopleSettings.class),
                reader.read(GraphSettings.class),
                reader.read(StageSettings.class));
    }
}
