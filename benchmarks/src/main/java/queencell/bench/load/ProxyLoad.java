package queencell.bench.load;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import queencell.bench.load.BenchCell.Tenant;
import queencell.bench.load.Comparison.Kind;
import queencell.bench.load.Target.Latency;
import queencell.dev.CellFolders;
import queencell.dev.Endpoint;
import queencell.dev.Ports;
import queencell.dev.Progress;

/// `benchmarks/proxy-load`: what the proxy costs with everything switched on, beside nginx and beside nothing, in
/// one run.
@Command(
        name = "proxy-load",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Measures the proxy beside nginx and beside nothing, against a stand-in for the broker.")
final class ProxyLoad implements Callable<Integer> {
    private static final long LARGE_BYTES = 64L << 20;
    private static final String POP_QUERY = "?consumerGroup=workers&batch=10";

    @Option(names = "--warm-up", description = "seconds of load on the proxy before each kind of request is measured")
    private int warmUp = 30;

    @Mixin
    private final Windows windows = new Windows(3);

    @Option(names = "--polls", description = "long-polls that are parked at once; 0 leaves them out")
    private int polls = 5000;

    @Option(names = "--large", description = "answers of 64 MiB on each of four connections; 0 leaves them out")
    private int large = 4;

    @Option(names = "--only", description = "kinds of request: get, post, pop", split = ",")
    private List<String> only = List.of("get", "post", "pop");

    @Option(names = "--connections", description = "how many at once", split = ",")
    private List<Integer> connections = List.of(32, 256);

    @Option(names = "--nginx-workers", description = "worker processes of the nginx that is compared with")
    private String nginxWorkers = "auto";

    @Option(
            names = "--against",
            paramLabel = "FOLDER",
            description = "a built clone of another commit: its proxy is measured in the same run")
    private Optional<Path> against = Optional.empty();

    @Option(names = "--set", description = "settings of the proxy, as NAME=VALUE")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--record", description = "file for a recording (JFR) of the proxy during the measurement")
    private Optional<Path> recording = Optional.empty();

    private final Progress progress = Progress.lines(System.err);

    public static void main(String[] words) {
        Commands.run(new ProxyLoad(), words);
    }

    @Override
    public Integer call() throws IOException {
        Programs programs = Programs.find();
        var root = CellFolders.findRoot();
        var folders = new CellFolders(root, root.resolve("benchmarks/target/load"));
        Path folder = folders.folder("nginx");
        if (large > 0) {
            Texts.writeLargePop(folder.resolve(Stub.LARGE_FILE), LARGE_BYTES);
        }
        Path push = Files.writeString(folder.resolve("push.json"), Texts.push());
        Shape get = new Shape("GET", "GET", Stub.DEPTH + "?group=workers", Optional.empty(), 200, Texts.DEPTH_BYTES);
        Shape post = new Shape(
                "POST",
                "POST",
                "/api/v1/push",
                Optional.of(push),
                201,
                Texts.pushed().length());
        Shape pop = new Shape(
                "POP",
                "GET",
                Stub.POP + POP_QUERY,
                Optional.empty(),
                200,
                Texts.popped().length());
        var ports = new Ports();
        try (Nginx stub = Stub.start(programs, folder, ports.anyFree("127.0.0.1"));
                Nginx forwarder = forwarder(programs, folder, stub, ports.anyFree("127.0.0.1"));
                var parking = new ParkingBroker();
                BenchCell cell = BenchCell.start(folders, stub.url(), proxySettings(), progress);
                OtherBuild other = OtherBuild.start(against, folders, stub.url(), proxySettings(), progress)) {
            Tenant tenant = cell.tenant("bench", stub.url());
            var wrk = new Wrk(programs.wrk(), folder);
            Map<Kind, Way> ways = ways(stub, forwarder, cell.way("proxy", tenant));
            other.way().ifPresent(way -> ways.put(Kind.OTHER, way));
            var comparison = new Comparison(wrk, ways, own(stub), progress);
            List<Shape> shapes = List.of(get, post, pop).stream()
                    .filter(shape -> only.contains(shape.name().toLowerCase(Locale.ROOT)))
                    .toList();
            shapes.forEach(shape -> comparison.warmUp(shape, connections.getFirst(), Duration.ofSeconds(warmUp)));
            var report = new Report().line(header(ways)).line("");
            boolean good = compare(comparison, shapes, cell, report);
            if (polls > 0) {
                Tenant sleepy = cell.tenant("sleepy", parking.url());
                good &= park(new ParkedPolls(cell, parking, sleepy, progress), wrk, ways.get(Kind.PROXY), get, report);
            }
            if (large > 0) {
                relay(new LargeAnswers(Stub.LARGE + POP_QUERY, LARGE_BYTES, tenant.headers()), ways, report);
            }
            report.publish(folders.state().resolve("proxy-load.md"), progress);
            return good ? 0 : 1;
        }
    }

    private Nginx forwarder(Programs programs, Path folder, Nginx stub, Endpoint endpoint) {
        Map<String, String> values = Map.of(
                "folder", folder.toString(),
                "port", Integer.toString(endpoint.port()),
                "broker", Integer.toString(stub.port()),
                "workers", nginxWorkers);
        return Nginx.start("forwarder", programs.nginx(), folder, Texts.filled("forwarder.conf", values), endpoint);
    }

    private Map<String, String> proxySettings() {
        Map<String, String> all = new LinkedHashMap<>(settings);
        all.putIfAbsent("QUEEN_PROXY_CELL_MAX_PARKED", Integer.toString(Math.max(5000, polls)));
        return all;
    }

    /// All are asked in the same words.
    private static Map<Kind, Way> ways(Nginx stub, Nginx forwarder, Way proxy) {
        Map<Kind, Way> ways = new EnumMap<>(Kind.class);
        ways.put(Kind.DIRECT, new Way("direct", stub.url(), List.of(), proxy.headers()));
        ways.put(Kind.NGINX, new Way("nginx", forwarder.url(), forwarder.pids(), proxy.headers()));
        ways.put(Kind.PROXY, proxy);
        return ways;
    }

    private static List<Long> own(Nginx stub) {
        List<Long> own = new ArrayList<>(stub.pids());
        own.add(ProcessHandle.current().pid());
        return own;
    }

    private String header(Map<Kind, Way> ways) throws IOException {
        return "%d cores, %s, load average %s before the run; windows of %d s, medians of %d."
                .formatted(
                        Runtime.getRuntime().availableProcessors(),
                        ways.size() + " ways",
                        Files.readString(Path.of("/proc/loadavg")).split(" ")[0],
                        windows.length().toSeconds(),
                        windows.rounds());
    }

    private boolean compare(Comparison comparison, List<Shape> shapes, BenchCell cell, Report report) {
        var jvm = new Jvm(cell.pid());
        recording.ifPresent(_ -> jvm.startRecording());
        Map<Comparison.Outcome, Target> columns = new LinkedHashMap<>();
        List<Comparison.Outcome> outcomes = new ArrayList<>();
        for (int at : connections) {
            for (Shape shape : shapes) {
                Comparison.Outcome outcome = comparison.run(shape, at, windows.length(), windows.rounds());
                outcomes.add(outcome);
                target(shape, at).ifPresent(target -> columns.put(outcome, target));
            }
        }
        recording.ifPresent(file -> jvm.dumpRecording(file.toAbsolutePath()));
        report.targets(columns).against(outcomes).details(outcomes);
        List<String> problems = outcomes.stream()
                .flatMap(outcome -> outcome.problems().stream())
                .toList();
        problems.forEach(problem -> report.line("Not as it should be: " + problem + "."));
        List<Comparison.Outcome> uncounted =
                outcomes.stream().filter(outcome -> !Target.counts(outcome)).toList();
        uncounted.forEach(outcome -> report.line("%s %d does not count: nginx shows less than 0.30 of direct."
                .formatted(outcome.shape().name(), outcome.connections())));
        return problems.isEmpty() && uncounted.isEmpty();
    }

    /// The targets are those of pushes and reads; a pop is measured beside them.
    private static Optional<Target> target(Shape shape, int connections) {
        return Optional.ofNullable(
                switch (shape.name() + connections) {
                    case "GET32" -> new Target(45, 0.60, new Latency.Plus(2));
                    case "POST32" -> new Target(60, 0.48, new Latency.Plus(2));
                    case "GET256" -> new Target(52, 0.47, new Latency.Times(1.6));
                    case "POST256" -> new Target(68, 0.45, new Latency.Times(1.6));
                    default -> null;
                });
    }

    private boolean park(ParkedPolls parked, Wrk wrk, Way way, Shape fast, Report report) {
        ParkedPolls.Outcome outcome = parked.run(polls, wrk, way, fast, windows.length());
        double kilobytes = outcome.bytesAPoll() / 1024;
        double p99 = outcome.fast().p99().toNanos() / 1e6;
        report.line("%d polls parked: %s KB of live heap each, a fast request meanwhile p99 %s ms; %d answered."
                .formatted(
                        outcome.polls(),
                        Report.marked("%.1f".formatted(kilobytes), kilobytes <= 8, "8"),
                        Report.marked("%.1f".formatted(p99), p99 < 5, "5"),
                        outcome.answered()));
        report.line("");
        return outcome.answered() == outcome.polls() && outcome.fast().clean();
    }

    private void relay(LargeAnswers answers, Map<Kind, Way> ways, Report report) {
        for (Way way : ways.values()) {
            LargeAnswers.Outcome outcome = answers.run(way, 4, large);
            report.line("64 MiB answers, four at once, %s: %.0f MiB/s%s."
                    .formatted(
                            outcome.way(),
                            outcome.perSecond(),
                            way.pids().isEmpty() ? "" : ", %.2f ms CPU a MiB".formatted(outcome.cpuMillis())));
        }
    }
}
