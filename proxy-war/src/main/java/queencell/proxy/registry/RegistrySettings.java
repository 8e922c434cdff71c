package queencell.proxy.registry;

import java.time.Duration;
import queencell.settings.Says;
import queencell.settings.Setting;

/// When queue counts are written (pipeline, 8). Read once at start.
public record RegistrySettings(
        @Says("How often queues and partition counts that requests brought are written.")
        @Setting(env = "QUEEN_PROXY_REGISTRY_PERSIST_MS", byDefault = "1000", min = 100)
        Duration persist) {}
