package queencell.dev.demo;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.PrintStream;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.List;
import queencell.dev.Cell;
import queencell.dev.CellFault;
import queencell.dev.Part;
import queencell.dev.postgres.PostgresAddress;

/// The main job of a cell on the sample of `docs/examples/`: tenants' messages through the proxy, a vendor's pace
/// through Gate. It prints every figure in plain words and checks each one against what was sent.
public final class Demo {
    private final Cell cell;
    private final PrintStream out;
    private final Path examples;

    public Demo(Cell cell, PrintStream out) {
        this.cell = cell;
        this.out = out;
        this.examples = cell.folders().root().resolve("docs/examples");
    }

    /// Runs the whole of it.
    ///
    /// @param ending whether the cell ends afterwards: the proxy is then drained, which writes the open minute;
    ///     otherwise the demo waits for the minute to close
    /// @return what did not hold, one sentence each; empty when every figure was verified
    public List<String> run(boolean ending) {
        List<Order> orders = Order.read(examples.resolve("orders.ndjson"));
        List<String> updates = Order.lines(examples.resolve("price-updates.ndjson"));
        String document = String.join("\n", Order.lines(examples.resolve("vendor-graph.json")));
        String run = Long.toString(System.currentTimeMillis(), 36);
        var checks = new Checks(out);
        try (Connection pxdb = open(cell.pxdb())) {
            var tenants = new DemoTenants(pxdb, cell.folders().state().resolve("demo-keys.properties"));
            DemoTenants.Pair pair = tenants.make(cell.addresses().broker().toString());
            rememberTenants(pair);
            var usage = new Usage(tenants, pair.acme());
            DemoHttp proxy = DemoHttp.to(cell.addresses().proxy().url());

            checks.title("Two tenants behind one proxy");
            new OrderFlow(proxy.as(pair.acme().host()).with(pair.acme().key()), run).run(orders, checks);
            var isolation = new Isolation(proxy, pair);
            isolation.run(checks);
            isolation.flood(checks);

            checks.title("A vendor that allows 50 calls a second, behind Gate");
            new VendorPacing(
                            DemoHttp.to(cell.addresses().gate().url()),
                            DemoHttp.to(cell.addresses().broker()),
                            run)
                    .run(document, updates, checks);

            checks.title("What is billed");
            readUsage(usage, orders.size(), ending, checks);
        } catch (SQLException lost) {
            throw new CellFault("the proxy's database went away during the demo: " + lost.getMessage(), lost);
        }
        checks.title(
                checks.allHeld()
                        ? "Every figure above was verified."
                        : "%d figures above are not as promised."
                                .formatted(checks.broken().size()));
        return checks.broken();
    }

    private void readUsage(Usage usage, long count, boolean ending, Checks checks) {
        if (ending) {
            checks.say("draining the proxy, which writes the open minute");
            cell.stop(Part.PROXY);
        } else {
            checks.say("waiting for the minute to close");
            usage.await(count, count);
        }
        usage.report(count, count, checks);
    }

    private void rememberTenants(DemoTenants.Pair pair) {
        ObjectNode demo = DemoHttp.JSON.createObjectNode();
        for (DemoTenants.Tenant tenant : List.of(pair.acme(), pair.globex())) {
            demo.putObject(tenant.slug()).put("host", tenant.host()).put("key", tenant.key());
        }
        cell.remember(demo);
    }

    private static Connection open(PostgresAddress pxdb) throws SQLException {
        return DriverManager.getConnection(pxdb.jdbcUrl(), pxdb.jdbcProperties());
    }
}
