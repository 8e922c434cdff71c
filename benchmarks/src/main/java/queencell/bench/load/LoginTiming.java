package queencell.bench.load;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import queencell.bench.load.BenchCell.Tenant;
import queencell.bench.load.LoginCalls.Failure;
import queencell.dev.CellFault;
import queencell.dev.CellFolders;
import queencell.dev.Ports;
import queencell.dev.Progress;

/// `benchmarks/login-timing`: whether the time of a failed sign-in tells why it failed, and what a flood of them
/// does to the data path.
@Command(
        name = "login-timing",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Measures how long failed sign-ins take, and the data path under a flood of them.")
final class LoginTiming implements Callable<Integer> {
    private static final String ABOVE_ALL = "1000000";
    private static final Duration WARM_UP = Duration.ofSeconds(30);
    /// A flood goes on for long: its first connections are no part of it.
    private static final Duration RISING = Duration.ofSeconds(2);

    @Option(names = "--samples", description = "attempts of each kind")
    private int samples = 300;

    /// Without the flood and with it. The machine's own hiccups reach into p99 of single windows.
    @Mixin
    private final Windows windows = new Windows(9);

    @Option(names = "--flooders", description = "clients that sign in over and over")
    private int flooders = 16;

    @Option(names = "--clients", description = "clients of the data path")
    private int clients = 8;

    @Option(names = "--rate", description = "requests a second of all these clients together")
    private int rate = 400;

    private final Progress progress = Progress.lines(System.err);

    public static void main(String[] words) {
        Commands.run(new LoginTiming(), words);
    }

    @Override
    public Integer call() throws IOException, SQLException {
        Programs programs = Programs.find();
        var root = CellFolders.findRoot();
        var folders = new CellFolders(root, root.resolve("benchmarks/target/login"));
        try (Nginx stub = Stub.start(programs, folders.folder("nginx"), new Ports().anyFree("127.0.0.1"));
                BenchCell cell = BenchCell.start(folders, stub.url(), guardRaised(), progress)) {
            Tenant tenant = cell.tenant("bench", stub.url());
            try (Connection pxdb = cell.pxdb()) {
                LoginCalls.makeAccounts(pxdb, tenant);
            }
            var calls = new LoginCalls(cell.door(), tenant);
            var report = new Report();
            boolean alike = compareFailures(calls, report);
            boolean calm = compareFlood(calls, new PacedReads(cell.door(), tenant, clients, rate), report);
            report.publish(folders.state().resolve("login-timing.md"), progress);
            return alike && calm ? 0 : 1;
        }
    }

    private static Map<String, String> guardRaised() {
        return Map.of(
                "QUEEN_LOGIN_FREE_FAILURES_IP", ABOVE_ALL,
                "QUEEN_LOGIN_FREE_FAILURES_ACCOUNT", ABOVE_ALL,
                "QUEEN_EDGE_WEB_RPS_PER_IP", "0");
    }

    private boolean compareFailures(LoginCalls calls, Report report) throws IOException {
        Map<Failure, Samples> times = new EnumMap<>(Failure.class);
        try (PlainSocket socket = calls.connect()) {
            // the first attempts meet a cold JVM
            for (int attempt = -Math.min(20, samples); attempt < samples; attempt++) {
                for (Failure failure : Failure.values()) {
                    long begunNanos = System.nanoTime();
                    calls.fail(socket, failure);
                    long took = System.nanoTime() - begunNanos;
                    if (attempt >= 0) {
                        times.computeIfAbsent(failure, _ -> new Samples(samples))
                                .add(took);
                    }
                }
                if (attempt > 0 && attempt % 50 == 0) {
                    progress.step("%d sign-ins of each kind have failed".formatted(attempt));
                }
            }
        }
        report.line("| failure | median, ms | spread (middle half), ms | p99, ms |")
                .line("| --- | --- | --- | --- |");
        times.forEach((failure, taken) -> report.line("| %s | %.1f | %.1f | %.1f |"
                .formatted(
                        failure.name().toLowerCase(Locale.ROOT).replace('_', ' '),
                        taken.median(),
                        taken.spread(),
                        taken.quantile(0.99))));
        double highest =
                times.values().stream().mapToDouble(Samples::median).max().orElseThrow();
        double lowest =
                times.values().stream().mapToDouble(Samples::median).min().orElseThrow();
        double spread =
                times.values().stream().mapToDouble(Samples::spread).min().orElseThrow();
        boolean alike = highest - lowest < spread;
        report.line("")
                .line("%d samples each. The medians lie %s ms apart."
                        .formatted(
                                samples,
                                Report.marked(
                                        "%.1f".formatted(highest - lowest), alike, "below %.1f".formatted(spread))))
                .line("");
        return alike;
    }

    private boolean compareFlood(LoginCalls calls, PacedReads reads, Report report) {
        Duration window = windows.length();
        // both ways through the proxy are compiled before anything counts
        try (var _ = Flood.begun(calls, flooders)) {
            reads.run(WARM_UP);
        }
        List<Double> without = new ArrayList<>();
        List<Double> with = new ArrayList<>();
        long attempts = 0;
        for (int round = 0; round < windows.rounds(); round++) {
            without.add(reads.run(window).quantile(0.99));
            try (var flood = Flood.begun(calls, flooders)) {
                with.add(reads.run(window).quantile(0.99));
                attempts += flood.attempts();
            }
            progress.step("p99 %.2f ms without, %.2f ms with the flood".formatted(without.getLast(), with.getLast()));
        }
        double calm = median(without);
        double flooded = median(with);
        boolean within = flooded <= 2 * calm;
        report.line(
                "Data path, %d reads a second by %d clients: p99 %.2f ms without, %s ms with %.0f sign-ins a second."
                        .formatted(
                                rate,
                                clients,
                                calm,
                                Report.marked("%.2f".formatted(flooded), within, "%.2f".formatted(2 * calm)),
                                (double) attempts / window.toSeconds() / windows.rounds()));
        return within;
    }

    private static double median(List<Double> figures) {
        return figures.stream().sorted().toList().get(figures.size() / 2);
    }

    /// Clients that sign in without a pause until closed.
    private static final class Flood implements AutoCloseable {
        private final AtomicBoolean over = new AtomicBoolean();
        private final AtomicLong attempts = new AtomicLong();
        private final List<Thread> threads = new ArrayList<>();

        /// Returns once it has risen.
        static Flood begun(LoginCalls calls, int clients) {
            var flood = new Flood(calls, clients);
            LockSupport.parkNanos(RISING.toNanos());
            flood.attempts.set(0);
            return flood;
        }

        private Flood(LoginCalls calls, int clients) {
            for (int client = 0; client < clients; client++) {
                threads.add(Thread.ofVirtual().start(() -> run(calls)));
            }
        }

        private void run(LoginCalls calls) {
            try (PlainSocket socket = calls.connect()) {
                while (!over.get()) {
                    calls.flood(socket);
                    attempts.incrementAndGet();
                }
            } catch (IOException cut) {
                throw new CellFault("The proxy cut a client that signed in.", cut);
            }
        }

        long attempts() {
            return attempts.get();
        }

        @Override
        public void close() {
            over.set(true);
            for (Thread thread : threads) {
                try {
                    thread.join();
                } catch (InterruptedException stopped) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
    }
}
