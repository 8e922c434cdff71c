package queencell.proxy.registry;

import java.time.Duration;
import queencell.settings.Says;
import queencell.settings.Setting;

/// When queue counts are written and compared with the brokers (pipeline, 8). Read once at start.
public record RegistrySettings(
        @Says("How often queues and partition counts that requests brought are written.")
        @Setting(env = "QUEEN_PROXY_REGISTRY_PERSIST_MS", byDefault = "1000", min = 100)
        Duration persist,

        @Says("How often queues and stored bytes are compared with each broker's own listing.")
        @Setting(env = "QUEEN_PROXY_RECONCILE_MS", byDefault = "60000", min = 1000)
        Duration reconcile,

        @Says("How often stored bytes reach the limiter and storage blocks are set and released.")
        @Setting(env = "QUEEN_PROXY_STORAGE_REFRESH_MS", byDefault = "10000", min = 500)
        Duration storageRefresh) {}
