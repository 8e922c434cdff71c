package queencell.proxy.rehearsal;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;
import java.util.function.BooleanSupplier;
import queencell.listener.EventLoops;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.pipeline.OwnDataPath;
import queencell.proxy.pipeline.UpstreamRules;
import queencell.settings.SettingsReader;

/// The warm-up (pipeline, 14.2): requests of all everyday kinds through a whole data path on state of its own.
///
/// Leaves no trace: no row, bucket, log line, metric sample, cache entry, session or slot is the proxy's. What
/// stays is what the JVM has compiled.
public final class Rehearsal {
    private static final int PERFORMERS = 8;

    private final OwnDataPath.Settings settings;
    private final int threads;
    private final Executor blocking;

    private Rehearsal(OwnDataPath.Settings settings, int threads, Executor blocking) {
        this.settings = settings;
        this.threads = threads;
        this.blocking = blocking;
    }

    /// With the switches of the proxy, which decide what code runs, and the bounds that hold by default, so that
    /// none of the proxy's own is in the way.
    ///
    /// @param threads event loops, as many as tenants will have
    /// @param blocking runs what may wait, one thread for each task
    public static Rehearsal of(
            LimitSettings limits, UpstreamRules upstream, AccessSettings access, int threads, Executor blocking) {
        var switches = Map.of(
                "QUEEN_PROXY_ENFORCE", Boolean.toString(limits.enforce()),
                "QUEEN_PROXY_RATELIMIT_HEADERS", Boolean.toString(limits.rateLimitHeaders()),
                "QUEEN_PROXY_TENANT_HEADER", Boolean.toString(upstream.tenantHeader()),
                "QUEEN_PROXY_OPERATOR_ENABLED", Boolean.toString(access.operatorEnabled()),
                "QUEEN_PROXY_DEV_INSECURE", Boolean.toString(access.devInsecure()));
        return new Rehearsal(OwnDataPath.Settings.read(SettingsReader.of(switches)), threads, blocking);
    }

    /// Blocks for as long as it lasts.
    ///
    /// @param length how long; nothing is done for zero
    /// @param goesOn ends it early
    /// @return how many requests were answered
    /// @throws IOException when a request was not answered as the broker would have: then the data path is broken
    public int run(Duration length, BooleanSupplier goesOn) throws IOException {
        if (length.isZero()) {
            return 0;
        }
        // the loops are closed with the stage
        @SuppressWarnings("resource")
        EventLoops loops = EventLoops.start("rehearsal", threads);
        try (var metrics = new ClosedWithBlock(new PrometheusMeterRegistry(PrometheusConfig.DEFAULT));
                var stage = new Stage(settings, loops, blocking, metrics.registry())) {
            long end = System.nanoTime() + length.toNanos();
            return perform(stage, () -> System.nanoTime() - end < 0 && goesOn.getAsBoolean());
        }
    }

    /// A registry can be closed, but not by a `try` of its own.
    private record ClosedWithBlock(PrometheusMeterRegistry registry) implements AutoCloseable {
        @Override
        public void close() {
            registry.close();
        }
    }

    private int perform(Stage stage, BooleanSupplier goesOn) throws IOException {
        List<FutureTask<Integer>> all = new ArrayList<>();
        for (int each = 0; each < PERFORMERS; each++) {
            var performer = new Performer(stage.address());
            var task = new FutureTask<>(() -> performer.perform(goesOn));
            all.add(task);
            blocking.execute(task);
        }
        int answered = 0;
        for (FutureTask<Integer> task : all) {
            try {
                answered += task.get();
            } catch (ExecutionException failed) {
                throw new IOException(failed.getCause().getMessage(), failed.getCause());
            } catch (InterruptedException stop) {
                Thread.currentThread().interrupt();
                return answered;
            }
        }
        return answered;
    }
}
