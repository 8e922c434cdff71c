package queencell.proxy.pipeline;

import java.time.Duration;
import queencell.settings.Says;
import queencell.settings.Setting;

/// How long the broker may take, and who it thinks is asking (pipeline, 9 and 16). Read once at start.
public record UpstreamRules(
        @Says("Time for the head of the broker's answer; below the 30 s after which SDKs give up, so that they see our "
                + "504.")
        @Setting(env = "QUEEN_PROXY_UPSTREAM_TIMEOUT_MS", byDefault = "28000", min = 1, max = 86_400_000)
        Duration timeout,

        @Says("Longest wait of a long-poll; a longer one is cut to it.")
        @Setting(env = "QUEEN_PROXY_LONGPOLL_MAX_MS", byDefault = "90000", min = 1, max = 86_400_000)
        Duration longPollMax,

        @Says("What a long-poll gets beyond its own wait.")
        @Setting(env = "QUEEN_PROXY_LONGPOLL_MARGIN_MS", byDefault = "4000", min = 0, max = 86_400_000)
        Duration longPollMargin,

        @Says("Whether requests name their broker tenant. Off, all clusters share the broker's default tenant: for "
                + "brokers that serve one cluster only.")
        @Setting(env = "QUEEN_PROXY_TENANT_HEADER", byDefault = "true")
        boolean tenantHeader) {}
