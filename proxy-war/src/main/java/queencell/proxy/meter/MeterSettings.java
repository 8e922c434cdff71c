package queencell.proxy.meter;

import java.time.Duration;
import queencell.settings.Says;
import queencell.settings.Setting;

/// When usage is written, kept and compared with quotas (control plane, 18). Read once at start.
public record MeterSettings(
        @Says("How often the usage of finished minutes is written.")
        @Setting(env = "QUEEN_PROXY_METER_FLUSH_MS", byDefault = "15000", min = 100)
        Duration flush,

        @Says("Folder that keeps usage while the database does not answer. It must survive a restart of the container, "
                + "and belong to this process alone.")
        @Setting(env = "QUEEN_PROXY_SPOOL_DIR", byDefault = "./queen-proxy-spool")
        String spoolDir,

        @Says("Bytes that the spool may hold; usage beyond is dropped, counted and reported. 0 is unlimited.")
        @Setting(env = "QUEEN_PROXY_SPOOL_MAX_BYTES", byDefault = "268435456", min = 0)
        long spoolMaxBytes,

        @Says("How often days are rolled up, old minutes pruned and quotas compared, the last once a minute at least.")
        @Setting(env = "QUEEN_PROXY_ROLLUP_MS", byDefault = "3600000", min = 1000)
        Duration rollup,

        @Says("Days for which usage is kept by the minute; days are kept for ever.")
        @Setting(env = "QUEEN_PROXY_USAGE_KEEP_DAYS", byDefault = "90", min = 1, max = 36500)
        int keepDays,

        @Says(
                "Percent of `monthly_msgs_quota` at which `cluster_monthly_quota_warning` is announced. At 100 % pushes are "
                        + "refused, in shadow mode too.")
        @Setting(env = "QUEEN_PROXY_QUOTA_WARN_PERCENT", byDefault = "80", min = 1, max = 100)
        int quotaWarnPercent) {}
