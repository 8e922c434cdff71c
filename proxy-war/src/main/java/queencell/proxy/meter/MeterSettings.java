package queencell.proxy.meter;

import java.time.Duration;
import queencell.settings.Says;
import queencell.settings.Setting;

/// When usage is written (control plane, 18). Read once at start.
public record MeterSettings(
        @Says("How often the usage of finished minutes is written.")
        @Setting(env = "QUEEN_PROXY_METER_FLUSH_MS", byDefault = "15000", min = 100)
        Duration flush) {}
