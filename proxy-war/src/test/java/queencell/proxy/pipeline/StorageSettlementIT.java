package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What the storage estimate keeps of a request (pipeline, 7.11; A10): what the broker did not store comes back, and
/// what it may have stored does not.
class StorageSettlementIT {
    private static final String PUSH = "POST /api/v1/push";
    /// Payloads of 1, 2 and 3 bytes.
    private static final String ITEMS =
            "[{\"queue\":\"q\",\"payload\":1},{\"queue\":\"q\",\"payload\":22}," + "{\"queue\":\"q\",\"payload\":333}]";
    private static final String PUSHES = "{\"items\":" + ITEMS + "}";
    private static final String TXN = "POST /api/v1/transaction";
    private static final String OPERATIONS = "{\"operations\":[{\"type\":\"push\",\"items\":" + ITEMS + "}]}";
    private static final String CYCLE = "POST /streams/v1/cycle";
    private static final String SINKS = "{\"query_id\":\"x\",\"partition_id\":\"y\",\"push_items\":" + ITEMS + "}";

    private static ProxyInProcess proxy;
    private static int number;

    private ProxyInProcess.Tenant tenant;
    private UUID cluster;

    @BeforeAll
    static void start() {
        proxy = new ProxyInProcess(Map.of("QUEEN_PROXY_UPSTREAM_TIMEOUT_MS", "1500"));
    }

    @AfterAll
    static void stop() throws IOException {
        proxy.close();
    }

    @BeforeEach
    void make() {
        tenant = proxy.tenant("stored-" + number++, "{produce,consume,admin}");
        cluster = tenant.cluster();
        // streams are in this plan
        proxy.sql("update queen_proxy.clusters set plan_id = (select id from queen_proxy.plans where code = 'pro')"
                + " where id = '%s'".formatted(cluster));
    }

    private long inFlight() {
        return proxy.storage.of(cluster).inFlightBytes();
    }

    /// @param bytes that stay in the estimate, of six
    record Ending(String request, String body, int status, String answer, long bytes) {
        @Override
        public String toString() {
            return "%s answered %d %s keeps %d".formatted(request, status, answer, bytes);
        }
    }

    static Stream<Ending> endings() {
        return Stream.of(
                new Ending(PUSH, PUSHES, 201, statuses("queued", "duplicate", "buffered"), 4),
                new Ending(PUSH, PUSHES, 201, statuses("failed", "error", "duplicate"), 0),
                new Ending(PUSH, PUSHES, 201, "not json", 6),
                new Ending(PUSH, PUSHES, 400, "{}", 0),
                new Ending(PUSH, PUSHES, 500, "{}", 0),
                new Ending(TXN, OPERATIONS, 200, "{\"success\":true,\"results\":[]}", 6),
                new Ending(
                        TXN,
                        OPERATIONS,
                        200,
                        "{\"success\":true,\"results\":[{\"type\":\"push\"},{\"type\":\"push\",\"duplicate\":true}]}",
                        4),
                new Ending(TXN, OPERATIONS, 200, "{\"success\":false}", 0),
                new Ending(TXN, OPERATIONS, 409, "{}", 0),
                new Ending(
                        CYCLE,
                        SINKS,
                        200,
                        "{\"success\":true,\"push_results\":[{\"queue\":\"q\",\"partition\":\"Default\",\"status\":\"queued\"}]}",
                        6),
                new Ending(CYCLE, SINKS, 200, "{\"success\":false,\"push_results\":[]}", 0),
                new Ending(CYCLE, SINKS, 500, "{}", 0));
    }

    private static String statuses(String first, String second, String third) {
        return "[{\"status\":\"%s\"},{\"status\":\"%s\"},{\"status\":\"%s\"}]".formatted(first, second, third);
    }

    @ParameterizedTest
    @MethodSource("endings")
    void what_the_broker_did_not_store_comes_back_and_no_more(Ending ending) throws IOException {
        proxy.broker.answers(ending.status(), ending.answer());
        // of another request that is still out: too much given back would show
        proxy.storage.accept(cluster, 100);

        assertThat(tenant.call(ending.request(), ending.body()).status()).isEqualTo(ending.status());

        await().until(() -> !proxy.metered(cluster).isEmpty());
        assertThat(inFlight()).isEqualTo(100 + ending.bytes());
    }

    @Test
    void what_a_silent_broker_may_have_stored_stays() throws IOException {
        var gate = proxy.broker.holdsAnswers();
        assertThat(tenant.call(PUSH, PUSHES).status()).isEqualTo(504);
        gate.countDown();

        assertThat(inFlight()).isEqualTo(6);
        assertThat(proxy.registry.countsOf(cluster).partitions()).isEqualTo(1);
    }
}
