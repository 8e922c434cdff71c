package queencell.proxy.limit;

import queencell.settings.Says;
import queencell.settings.Setting;

/// How limits act (pipeline, 7 and 16). Read once at start.
public record LimitSettings(
        @Says(
                "Whether limits refuse. `false` is shadow mode: every decision is made and logged, and the request goes on; "
                        + "sizes, push blocks and credentials refuse all the same.")
        @Setting(env = "QUEEN_PROXY_ENFORCE", byDefault = "true")
        boolean enforce,

        @Says("Long-polls that may be parked in the whole cell; each takes two descriptors.")
        @Setting(env = "QUEEN_PROXY_CELL_MAX_PARKED", byDefault = "5000", min = 0)
        int cellMaxParked,

        @Says("Bytes of a request body that is read before it is forwarded.")
        @Setting(env = "QUEEN_PROXY_MAX_BODY_BYTES", byDefault = "16777216", min = 1024, max = 1_073_741_824)
        int maxBodyBytes,

        @Says("Items of one request where the plan sets no `max_batch_items`.")
        @Setting(env = "QUEEN_PROXY_MAX_BATCH_ITEMS", byDefault = "10000", min = 1)
        int maxBatchItems,

        @Says("Whether answers tell the limits in `RateLimit-Policy` and `RateLimit`.")
        @Setting(env = "QUEEN_PROXY_RATELIMIT_HEADERS", byDefault = "true")
        boolean rateLimitHeaders) {}
