package queencell.bench.gate;

import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import queencell.bench.load.Commands;
import queencell.dev.CellFault;

/// `benchmarks/gate-load`: the figures of Gate with their targets (runtime, 21 and 22).
@Command(
        name = "gate-load",
        mixinStandardHelpOptions = true,
        showDefaultValues = true,
        description = "Measures Gate beside a plain relay, in a cell of its own or at a given address.")
final class GateLoad implements Callable<Integer> {

    @Option(names = "--items", description = "backlog of one pass")
    private int items = 60_000;

    @Option(names = "--rounds", description = "passes of each kind; the median counts")
    private int rounds = 3;

    @Option(names = "--warm-ups", description = "passes before the first that counts")
    private int warmUps = 6;

    @Option(names = "--seconds", description = "length of a window of latency and of pushes")
    private int seconds = 10;

    @Option(names = "--rate-seconds", description = "length of a window of the declared rates; three times the longest")
    private int rateSeconds = 32;

    @Option(names = "--idle-seconds", description = "length of the idle window")
    private int idleSeconds = 60;

    @Option(
            names = "--only",
            description = "scenarios: throughput, contention, rate, latency, declare, idle, push, life, soak",
            split = ",")
    private List<String> only =
            List.of("throughput", "contention", "rate", "latency", "declare", "push", "idle", "life");

    @Option(names = "--soak-minutes", description = "how long memory is watched; only where soak is asked for")
    private int soakMinutes = 60;

    @Option(names = "--set", description = "settings of the cell's own Gate, as NAME=VALUE")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--gate", description = "a Gate that runs already; --metrics, --broker and --pids go with it")
    private Optional<URI> gate = Optional.empty();

    @Option(names = "--metrics", description = "its cell-only address")
    private URI metrics = URI.create("http://127.0.0.1:8799");

    @Option(names = "--broker", description = "the broker behind it")
    private URI broker = URI.create("http://127.0.0.1:6632");

    @Option(names = "--pids", description = "processes of Gate, broker and PostgreSQL on this machine", split = ",")
    private List<Long> pids = List.of();

    public static void main(String[] words) {
        Commands.run(new GateLoad(), words);
    }

    private Place place() {
        if (gate.isEmpty()) {
            return Place.ownCell(settings);
        }
        if (pids.size() != 3) {
            throw CellFault.of("--pids has %d numbers: give those of Gate, broker and PostgreSQL.", pids.size());
        }
        return new Place.Given(gate.get(), metrics, broker, pids);
    }

    @Override
    public Integer call() throws Exception {
        var table = new Table();
        try (Place place = place()) {
            var surface = new Surface(place, idleSeconds);
            if (only.contains("throughput")) {
                new Throughput(place, items, rounds, warmUps).run(table);
            }
            if (only.contains("contention")) {
                new Contention(place, items).run(table);
            }
            if (only.contains("rate")) {
                new DeclaredRate(place, rateSeconds).run(table);
            }
            if (only.contains("latency")) {
                new Latency(place, seconds).run(table);
            }
            if (only.contains("declare")) {
                surface.declares(table);
            }
            if (only.contains("push")) {
                new Pushes(place, seconds, rounds).run(table);
            }
            if (only.contains("idle")) {
                surface.idle(table);
            }
            if (only.contains("soak")) {
                new Soak(place, soakMinutes).run(table);
            }
            if (only.contains("life")) {
                surface.life(table);
            }
        }
        System.out.print(table.text());
        return 0;
    }
}
