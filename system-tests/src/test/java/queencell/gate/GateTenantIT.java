package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import queencell.Cell;
import queencell.http.Answer;
import queencell.http.Request;

/// Gates with settings of their own: a tenant of the proxy, Payara's own listeners, and a stop in good order.
class GateTenantIT {

    private static final String DOCUMENT = """
            {'version':1,
             'nodes':{'a':{'ingress':true,'egress':'vendor.out','budgets':[{'id':'b','count':20,'timeMs':1000}]}},
             'paths':[{'name':'main','nodes':['a']}]}""".replace('\'', '"');

    private static final String WIDE = """
            {'version':1,
             'nodes':{'w':{'ingress':{'queue':'vendor.in'},'egress':'vendor.wide','batch':200,
               'budgets':[{'id':'b','count':1000,'timeMs':1000}]}},
             'paths':[{'name':'main','nodes':['w']}]}""".replace('\'', '"');

    /// A proxy names tenants by the first label of the host, and this one needs no entry in any name server.
    private static final String SLUG = "localhost";

    @Test
    void a_gate_behind_the_proxy_must_pace_its_tenant_and_nobody_else(Cell cell) throws Exception {
        String key = tenant(cell);
        URI proxy = cell.proxyUrl();
        URI broker = URI.create("http://%s:%d".formatted(SLUG, proxy.getPort()));
        try (var gate = GateProcess.prepare(
                        "gate-tenant",
                        broker,
                        Map.of("QUEEN_TOKEN", key, "GATE_LISTENER", "payara", "GATE_KV_NAMESPACE", "gate"))
                .start()) {
            Answer declared =
                    gate.request("PUT", "/v1/apps/shop/graphs/g").json(DOCUMENT).send();
            assertThat(declared.status()).as(declared.toString()).isEqualTo(200);
            bothDoorsAreOnPayara(gate);
            String items = String.join(
                    ",",
                    IntStream.range(0, 60)
                            .mapToObj("{\"payload\":{\"n\":%d},\"partition\":\"p\"}"::formatted)
                            .toList());
            Answer pushed = gate.request("POST", "/v1/apps/shop/graphs/g/nodes/a/push")
                    .json("[" + items + "]")
                    .send();
            assertThat(pushed.status()).as(pushed.toString()).isEqualTo(200);
            // sixty at twenty a second
            Eventually.holds(() -> {
                Answer read = gate.request("GET", "/v1/apps/shop/graphs/g").send();
                assertThat(read.json().at("/nodes/0/waiting_for_workers").asLong())
                        .as(read.toString())
                        .isEqualTo(60);
            });
            // the queue is the tenant's, not everybody's
            assertThat(cell.broker("GET", "/api/v1/resources/queues/vendor.out")
                            .send()
                            .status())
                    .isEqualTo(404);
            settlesInPieces(
                    gate,
                    request -> Request.to(proxy, "POST", request).host(SLUG).bearer(key));
            stopsInGoodOrder(gate);
        }
    }

    /// A claim of twice as many items as the plan takes at once, and one item that its stamp makes too large.
    private static void settlesInPieces(GateProcess gate, Function<String, Request> proxy) {
        for (int from = 0; from < 120; from += 40) {
            String items = IntStream.range(from, from + 40)
                    .mapToObj(n -> "{'queue':'vendor.in','partition':'p','payload':{'n':%d,'of':'%s'}}"
                            .formatted(n, "x".repeat(n == 90 ? 970 : 1)))
                    .collect(Collectors.joining(","));
            Answer pushed = proxy.apply("/api/v1/push")
                    .json("{'items':[%s]}".formatted(items).replace('\'', '"'))
                    .send();
            assertThat(pushed.status()).as(pushed.toString()).isEqualTo(201);
        }
        Answer declared =
                gate.request("PUT", "/v1/apps/shop/graphs/wide").json(WIDE).send();
        assertThat(declared.status()).as(declared.toString()).isEqualTo(200);
        Eventually.holds(() -> {
            Answer read = gate.request("GET", "/v1/apps/shop/graphs/wide").send();
            assertThat(read.json().at("/nodes/0/waiting_for_workers").asLong())
                    .as(read.toString())
                    .isEqualTo(119);
        });
        assertThat(gate.logTail(200))
                .anyMatch(line -> line.contains("event=settle_too_large"))
                .anyMatch(line -> line.contains("event=message_dead_lettered") && line.contains("max_payload_bytes"));
    }

    private static void bothDoorsAreOnPayara(GateProcess gate) {
        assertThat(gate.logTail(200)).anyMatch(line -> line.contains("event=mounted listener=internal"));
        assertThat(gate.publicRequest("GET", "/api/me")
                        .send()
                        .json()
                        .path("email")
                        .asText())
                .isEqualTo("dev@localhost");
        // the cell-only port must not become a way around the public door
        assertThat(gate.cellRequest("GET", "/v1/apps/shop/graphs/g").send().status())
                .isEqualTo(404);
    }

    /// Payara closes the class loader early: whatever is needed first during a stop cannot be loaded any more.
    private static void stopsInGoodOrder(GateProcess gate) {
        List<String> lines = gate.stop();
        assertThat(lines).anyMatch(line -> line.contains("event=gate_stopped"));
        assertThat(lines).noneMatch(line -> line.contains("NoClassDefFoundError") || line.contains("has been closed"));
    }

    private static String tenant(Cell cell) throws Exception {
        try (var database = cell.pxdb();
                var statement = database.createStatement()) {
            statement.execute(
                    "select queen_proxy.upsert_plan('gate-test', '{\"cell_class\":\"shared\",\"features\":{\"kv\":true},\"max_batch_items\":60,\"max_payload_bytes\":1000}')");
            statement.execute("""
                    insert into queen_proxy.cells (slug, region, base_url, class)
                    values ('gate-test', 'test', '%s', 'shared') on conflict (slug) do nothing""".formatted(cell.brokerUrl()));
            try (var rows = statement.executeQuery("""
                    select queen_proxy.bootstrap_tenant('%1$s', '%1$s', '%1$s', 'gate-test', id, 'admin@%1$s.test', null, 'gate')::text
                    from queen_proxy.cells where slug = 'gate-test'""".formatted(SLUG))) {
                rows.next();
                JsonNode made = new ObjectMapper().readTree(rows.getString(1));
                return made.path("api_key").asText();
            }
        }
    }
}
