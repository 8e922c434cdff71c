package queencell.gate;

import java.util.List;
import queencell.gate.api.ApiSettings;
import queencell.gate.graph.BrokerSettings;
import queencell.gate.graph.GraphSettings;
import queencell.gate.stage.StageSettings;
import queencell.settings.SettingsReader;

/// Everything that Gate reads at start, room by room.
public record GateSettings(BrokerSettings broker, ApiSettings api, GraphSettings graph, StageSettings stage) {

    /// In the order of the reference page.
    public static final List<Class<? extends Record>> RECORDS =
            List.of(BrokerSettings.class, ApiSettings.class, GraphSettings.class, StageSettings.class);

    /// @throws queencell.settings.InvalidSettingException when a setting cannot be used
    public static GateSettings read(SettingsReader reader) {
        return new GateSettings(
                reader.read(BrokerSettings.class),
                reader.read(ApiSettings.class),
                reader.read(GraphSettings.class),
                reader.read(StageSettings.class));
    }
}
