package queencell.bench.gate;

import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import queencell.dev.CallerEnvironment;
import queencell.dev.Cell;
import queencell.dev.CellFolders;
import queencell.dev.CellPlan;
import queencell.dev.Endpoint;
import queencell.dev.Part;
import queencell.dev.Ports;
import queencell.dev.Progress;
import queencell.dev.payara.PayaraProcess;
import queencell.dev.process.Child;
import queencell.dev.process.Signal;

/// Where the load runs: a cell of its own, or processes that somebody else started.
interface Place extends AutoCloseable {

    URI gateUrl();

    /// Where Gate's metrics are.
    URI gateCell();

    URI brokerUrl();

    Shares shares();

    /// Memory of Gate that is in RAM.
    long gateResidentMib();

    /// Starts one more Gate on the same broker; empty where that cannot be done.
    Optional<AutoCloseable> replica();

    /// Ends Gate in good order and starts it again; empty where that cannot be done.
    Optional<Restart> restart();

    /// @param residentMib before the end
    record Restart(Duration stopped, Duration ready, long residentMib) {}

    @Override
    void close();

    /// PostgreSQL with `fsync`, the real broker, Gate with the JVM of production, all with data of their own.
    static Place ownCell(Map<String, String> settings) {
        return new OwnCell(settings);
    }

    /// @param pids of Gate, broker and PostgreSQL
    record Given(URI gateUrl, URI gateCell, URI brokerUrl, List<Long> pids) implements Place {
        @Override
        public Shares shares() {
            return Shares.now(pids.get(0), pids.get(1), pids.get(2));
        }

        @Override
        public long gateResidentMib() {
            return Resident.mib(pids.getFirst());
        }

        @Override
        public Optional<AutoCloseable> replica() {
            return Optional.empty();
        }

        @Override
        public Optional<Restart> restart() {
            return Optional.empty();
        }

        @Override
        public void close() {
            // they were here before
        }
    }

    /// As [#ownCell].
    final class OwnCell implements Place {
        private final CellPlan plan;
        private final Cell cell;

        private OwnCell(Map<String, String> settings) {
            Path root = CellFolders.findRoot();
            var folders =
                    new CellFolders(root, root.resolve("benchmarks/target/gate-load-" + System.currentTimeMillis()));
            CellPlan tests = CellPlan.forTests(folders, CallerEnvironment.ofThisProcess())
                    .withVariables(settings)
                    .withParts(Part.POSTGRES, Part.BROKER, Part.GATE)
                    .asInProduction();
            // with fsync: it is what a transaction costs
            plan = new CellPlan(folders, tests.caller(), tests.parts(), false, true, tests.jvmOptions(), 0, 0);
            cell = Cell.prepare(plan, Progress.lines(System.err)).start();
        }

        private long pid(Part part) {
            return cell.state().pid(part).orElseThrow();
        }

        @Override
        public URI gateUrl() {
            return cell.addresses().gate().url();
        }

        @Override
        public URI gateCell() {
            return cell.addresses().gateCell().url();
        }

        @Override
        public URI brokerUrl() {
            return cell.addresses().broker();
        }

        @Override
        public Shares shares() {
            return Shares.now(pid(Part.GATE), pid(Part.BROKER), pid(Part.POSTGRES));
        }

        @Override
        public long gateResidentMib() {
            return Resident.mib(pid(Part.GATE));
        }

        @Override
        public Optional<AutoCloseable> replica() {
            var ports = new Ports();
            Endpoint door = ports.anyFree("127.0.0.1");
            Endpoint cellOnly = ports.anyFree("127.0.0.1");
            var environment = new TreeMap<>(plan.caller().forGate());
            environment.put("QUEEN_URL", brokerUrl().toString());
            environment.put("GATE_BIND", door.toString());
            environment.put("GATE_CELL_BIND", cellOnly.toString());
            var payara = new PayaraProcess(Part.GATE, "gate-replica", plan.folders(), plan.jvmOptions());
            Child child = payara.start(cellOnly, environment);
            payara.await(child, cellOnly, door);
            return Optional.of(() -> child.mark().end(Signal.TERM, Duration.ofSeconds(30)));
        }

        @Override
        public Optional<Restart> restart() {
            long resident = gateResidentMib();
            long begun = System.nanoTime();
            cell.stop(Part.GATE);
            long stopped = System.nanoTime();
            cell.start(Part.GATE);
            long ready = System.nanoTime();
            return Optional.of(
                    new Restart(Duration.ofNanos(stopped - begun), Duration.ofNanos(ready - stopped), resident));
        }

        @Override
        public void close() {
            cell.stop();
        }
    }
}
