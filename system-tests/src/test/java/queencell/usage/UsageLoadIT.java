package queencell.usage;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import queencell.Cell;
import queencell.dev.ExtraProxy;
import queencell.proxy.ProxyProcess;
import queencell.tenant.Tenant;
import queencell.usage.Tally.Counted;

/// Usage is exact: what the rows say after a load of many tenants over the real broker is what their answers said, item
/// for item, for every cluster and class, in all four counters.
///
/// One minute in the suite, at a rate that leaves room for the suite beside it; `benchmarks/usage-load` is ten
/// minutes at 500 requests a second from 200 clusters. Nothing here depends on how fast the machine is: a slow one
/// sends less.
class UsageLoadIT {
    private static final int RATE = Integer.getInteger("usage.load.rate", 100);
    private static final int SECONDS = Integer.getInteger("usage.load.seconds", 60);
    private static final int CLUSTERS = Integer.getInteger("usage.load.clusters", 60);

    @Test
    void what_is_billed_is_what_the_answers_said(Cell cell) throws Exception {
        ExtraProxy process = cell.startProxy("proxy-usage-load", Map.of());
        var proxy = new ProxyProcess(process.door().url(), process.cellOnly().url(), process.log());
        List<Tenant> tenants = new ArrayList<>();
        for (int i = 0; i < CLUSTERS; i++) {
            tenants.add(cell.tenant().through(proxy));
        }

        UsageLoad.Outcome outcome = new UsageLoad(tenants, RATE, Duration.ofSeconds(SECONDS)).run();
        // the stop writes the open minute, for which nobody has to wait then
        cell.stop(process);

        System.out.printf(
                "usage load: %d requests of %d clusters, %d a second: %s%n",
                outcome.requests(), CLUSTERS, outcome.perSecond(), outcome.kinds());
        Map<String, Map<String, Counted>> billed =
                billed(cell, outcome.tallies().keySet().toArray());
        Map<String, Map<String, Counted>> counted = new TreeMap<>();
        outcome.tallies().forEach((cluster, tally) -> counted.put(cluster, tally.classes()));
        assertThat(billed).isEqualTo(counted);
        assertThat(outcome.kinds().keySet())
                .as("every kind of request was among them")
                .contains(
                        "push 201",
                        "repeat 201",
                        "transaction 200",
                        "roll-back 200",
                        "pop 200",
                        "500 of the broker 500")
                .contains(
                        "400 of the broker 400",
                        "404 of the broker 404",
                        "404 of the proxy 404",
                        "400 of the proxy 400");
    }

    private static Map<String, Map<String, Counted>> billed(Cell cell, Object[] clusters) throws SQLException {
        Map<String, Map<String, Counted>> billed = new TreeMap<>();
        try (var connection = cell.pxdb();
                var query = connection.prepareStatement("""
                        select cluster_id::text, op_class, sum(reqs), sum(msgs), sum(bytes_in), sum(bytes_out)
                          from queen_proxy.usage_minutes where cluster_id = any(?::uuid[])
                         group by cluster_id, op_class""")) {
            query.setArray(1, connection.createArrayOf("text", clusters));
            try (var rows = query.executeQuery()) {
                while (rows.next()) {
                    billed.computeIfAbsent(rows.getString(1), _ -> new TreeMap<>())
                            .put(
                                    rows.getString(2),
                                    new Counted(rows.getLong(3), rows.getLong(4), rows.getLong(5), rows.getLong(6)));
                }
            }
        }
        return billed;
    }
}
