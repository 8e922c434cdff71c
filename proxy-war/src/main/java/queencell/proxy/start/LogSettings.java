package queencell.proxy.start;

import queencell.settings.Says;
import queencell.settings.Setting;

/// How the process tells what happens (pipeline, 16). Read by the event log itself, before anything else runs.
public record LogSettings(
        @Says("Least level of the lines that are written: `debug`, `info`, `warn` or `error`.")
        @Setting(env = "LOG_LEVEL", byDefault = "info")
        String level,

        @Says("One JSON object per line instead of text.") @Setting(env = "QUEEN_LOG_JSON", byDefault = "false")
        boolean json) {}
