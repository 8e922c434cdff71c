package queencell;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellPlan;
import queencell.dev.ExtraProxy;
import queencell.dev.Part;
import queencell.dev.Progress;
import queencell.dev.postgres.Databases;
import queencell.dev.postgres.PostgresAddress;
import queencell.dev.process.Executables;
import queencell.dev.process.LogTail;
import queencell.http.Request;
import queencell.proxy.ProxyProcess;
import queencell.proxy.ProxyVariant;
import queencell.tenant.ControlPlane;
import queencell.tenant.PlanDraft;
import queencell.tenant.SessionTokens;
import queencell.tenant.Tenant;
import queencell.tenant.Tenants;

/// The cell under test, as suites see it: doors to send requests to, parts that can be killed, databases to look into.
///
/// One cell serves all suites of a JVM; what a test makes must bear names of its own. A test that ends a part starts it
/// again before it returns.
public final class Cell implements AutoCloseable {

    private final queencell.dev.Cell processes;
    private final ControlPlane control;
    private final Tenants tenants;
    private final Map<String, ProxyProcess> others = new TreeMap<>();
    private boolean gateAwake;

    private Cell(queencell.dev.Cell processes) {
        this.processes = processes;
        this.control = new ControlPlane(processes.pxdb());
        this.tenants = new Tenants(control, processes.addresses().broker());
        this.gateAwake = processes.alive(Part.GATE);
    }

    public static Cell start(CellPlan plan) {
        return new Cell(
                queencell.dev.Cell.prepare(plan, Progress.lines(System.out)).start());
    }

    /// A whole cell in a folder of its own below `system-tests/target`.
    public static CellPlan plan(String folder) {
        return CellPlan.forTests(TestFolders.named(folder), CallerEnvironment.ofThisProcess())
                .withVariables(Map.of("QUEEN_PROXY_JWT_SECRET", SessionTokens.SECRET, "METRICS_FLUSH_MS", "1000"));
    }

    /// A new tenant without any limit, at the cell's own proxy.
    public Tenant tenant() {
        return tenant(plan -> {});
    }

    /// A new tenant with limits, fewer features or another broker.
    public Tenant tenant(Consumer<PlanDraft> wishes) {
        var plan = new PlanDraft();
        wishes.accept(plan);
        return tenants.make(plan, proxy());
    }

    /// The cell's own proxy.
    public ProxyProcess proxy() {
        var addresses = processes.addresses();
        return new ProxyProcess(addresses.proxy().url(), addresses.proxyCell().url(), processes.log(Part.PROXY));
    }

    /// Another proxy of this cell with settings of its own, started when the first test of a run asks for it. It ends
    /// with the cell.
    public synchronized ProxyProcess proxy(ProxyVariant variant) {
        return others.computeIfAbsent(variant.key(), name -> {
            ExtraProxy started = processes.startProxy(name, variant.settings());
            return new ProxyProcess(started.door().url(), started.cellOnly().url(), started.log());
        });
    }

    /// Starts a proxy for one test alone, which stops it.
    public ExtraProxy startProxy(String name, Map<String, String> settings) {
        return processes.startProxy(name, settings);
    }

    public void stop(ExtraProxy proxy) {
        processes.stop(proxy);
    }

    /// Statements to the proxy's database.
    public ControlPlane control() {
        return control;
    }

    public PostgresAddress pxdbAddress() {
        return processes.pxdb();
    }

    /// Every log that a process of this cell writes.
    public Path logs() {
        return processes.folders().logs();
    }

    /// A request to the tenants' door; the tenant is named by [Request#host].
    public Request proxy(String method, String target) {
        return Request.to(processes.addresses().proxy().url(), method, target);
    }

    /// A request to the proxy's cell-only port: health and metrics.
    public Request proxyCell(String method, String target) {
        return Request.to(processes.addresses().proxyCell().url(), method, target);
    }

    /// A request to Gate's internal listener. The first request to Gate starts it.
    public Request gate(String method, String target) {
        wakeGate();
        return Request.to(processes.addresses().gate().url(), method, target);
    }

    /// A request to Gate's public listener.
    public Request gatePublic(String method, String target) {
        wakeGate();
        return Request.to(processes.addresses().gatePublic().url(), method, target);
    }

    /// A request to Gate's cell-only port.
    public Request gateCell(String method, String target) {
        wakeGate();
        return Request.to(processes.addresses().gateCell().url(), method, target);
    }

    private synchronized void wakeGate() {
        if (!gateAwake) {
            gateAwake = true;
            processes.start(Part.GATE);
        }
    }

    /// A request to the broker, past the proxy.
    public Request broker(String method, String target) {
        return Request.to(processes.addresses().broker(), method, target);
    }

    public URI proxyUrl() {
        return processes.addresses().proxy().url();
    }

    /// Gate's internal listener; Gate runs from here on.
    public URI gateUrl() {
        wakeGate();
        return processes.addresses().gate().url();
    }

    public URI brokerUrl() {
        return processes.addresses().broker();
    }

    /// Where this cell keeps what it writes, in place of `.cell/`: what `./cell` is told by `-Dcell.state`.
    public Path state() {
        return processes.folders().state();
    }

    /// A connection to the proxy's database; the caller closes it.
    public Connection pxdb() throws SQLException {
        return Databases.connect(processes.pxdb());
    }

    /// A connection to Gate's history; the caller closes it.
    public Connection gateHistory() throws SQLException {
        return Databases.connect(processes.gateHistory());
    }

    public void kill(Part part) {
        processes.kill(part);
    }

    public void stop(Part part) {
        processes.stop(part);
    }

    /// Starts an ended part again on its old port and waits until it is ready.
    public void start(Part part) {
        processes.start(part);
    }

    public boolean alive(Part part) {
        return processes.alive(part);
    }

    /// Every thread of a part that is a JVM, with its name and what it does, virtual ones too.
    public String threads(Part part) throws IOException {
        long pid = processes.state().pid(part).orElseThrow();
        Path folder = Files.createTempDirectory("threads");
        Path dump = folder.resolve("threads.txt");
        try {
            Executables.Answer answer = Executables.ask(
                    List.of(
                            Path.of(System.getProperty("java.home"), "bin", "jcmd")
                                    .toString(),
                            Long.toString(pid),
                            "Thread.dump_to_file",
                            "-format=text",
                            dump.toString()),
                    CallerEnvironment.ofThisProcess().forAnyProgram(),
                    Duration.ofSeconds(20));
            if (!answer.good()) {
                throw new IllegalStateException("jcmd wrote no threads: " + answer.output());
            }
            return Files.readString(dump);
        } finally {
            Files.deleteIfExists(dump);
            Files.delete(folder);
        }
    }

    /// The last lines that a part wrote.
    public List<String> logTail(Part part, int lines) {
        return LogTail.last(processes.log(part), lines);
    }

    @Override
    public void close() {
        processes.stop();
    }
}
