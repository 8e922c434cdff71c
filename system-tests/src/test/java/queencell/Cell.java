package queencell;

import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFolders;
import queencell.dev.CellPlan;
import queencell.dev.Part;
import queencell.dev.Progress;
import queencell.dev.postgres.Databases;
import queencell.dev.process.LogTail;
import queencell.http.Request;

/// The cell under test, as suites see it: doors to send requests to, parts that can be killed, databases to look into.
///
/// One cell serves all suites of a run; what a test makes must bear names of its own. A test that ends a part starts it
/// again before it returns.
public final class Cell implements AutoCloseable {

    private final queencell.dev.Cell processes;

    private Cell(queencell.dev.Cell processes) {
        this.processes = processes;
    }

    /// Starts a cell in a folder of its own below `system-tests/target`.
    static Cell start(String folder) {
        return start(plan(folder));
    }

    static Cell start(CellPlan plan) {
        return new Cell(
                queencell.dev.Cell.prepare(plan, Progress.lines(System.out)).start());
    }

    static CellPlan plan(String folder) {
        var root = CellFolders.findRoot();
        var folders = new CellFolders(root, root.resolve("system-tests/target").resolve(folder));
        return CellPlan.forTests(folders, CallerEnvironment.ofThisProcess());
    }

    /// A request to the tenants' door; the tenant is named by [Request#host].
    public Request proxy(String method, String target) {
        return Request.to(processes.addresses().proxy().url(), method, target);
    }

    /// A request to the proxy's cell-only port: health and metrics.
    public Request proxyCell(String method, String target) {
        return Request.to(processes.addresses().proxyCell().url(), method, target);
    }

    /// A request to Gate's internal listener.
    public Request gate(String method, String target) {
        return Request.to(processes.addresses().gate().url(), method, target);
    }

    /// A request to Gate's public listener.
    public Request gatePublic(String method, String target) {
        return Request.to(processes.addresses().gatePublic().url(), method, target);
    }

    /// A request to Gate's cell-only port.
    public Request gateCell(String method, String target) {
        return Request.to(processes.addresses().gateCell().url(), method, target);
    }

    /// A request to the broker, past the proxy.
    public Request broker(String method, String target) {
        return Request.to(processes.addresses().broker(), method, target);
    }

    public URI brokerUrl() {
        return processes.addresses().broker();
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

    /// The last lines that a part wrote.
    public List<String> logTail(Part part, int lines) {
        return LogTail.last(processes.log(part), lines);
    }

    @Override
    public void close() {
        processes.stop();
    }
}
