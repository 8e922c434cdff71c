package queencell;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import queencell.dev.ExtraProxy;
import queencell.dev.Part;
import queencell.http.Answer;
import queencell.proxy.ProxyProcess;
import queencell.tenant.Tenant;

/// What becomes of usage, quotas and the registry when parts of the cell die, in a cell of its own whose tasks run
/// fast.
class MeteringFaultsIT {
    private static final Map<String, String> FAST = Map.of(
            "QUEEN_PROXY_METER_FLUSH_MS", "500",
            "QUEEN_PROXY_ROLLUP_MS", "1000",
            "QUEEN_PROXY_RECONCILE_MS", "1000",
            "QUEEN_PROXY_STORAGE_REFRESH_MS", "500",
            "PXDB_TIMEOUT_MS", "1000",
            "PXDB_POOL_SIZE", "4",
            "QUEEN_EDGE_SHUTDOWN_GRACE_MS", "1000");
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    private static Cell cell;

    @BeforeAll
    static void start() {
        cell = Cell.start(Cell.plan("cell-metering")
                .withParts(Part.POSTGRES, Part.BROKER, Part.PROXY)
                .withVariables(FAST));
    }

    @AfterAll
    static void stop() {
        // null when the start failed, which is the failure to see then
        if (cell != null) {
            cell.close();
        }
    }

    private static long metered(Tenant tenant) {
        return Long.parseLong(cell.control()
                .one(
                        "select coalesce(sum(msgs), 0)::text from queen_proxy.usage_minutes"
                                + " where cluster_id = ?::uuid and op_class = 'push'",
                        tenant.cluster().toString()));
    }

    private static List<Path> spooled(String folder) throws Exception {
        Path spool = cell.logs().getParent().resolve(folder);
        if (!Files.isDirectory(spool)) {
            return List.of();
        }
        try (var files = Files.list(spool)) {
            return files.filter(file -> file.toString().endsWith(".buf")).toList();
        }
    }

    /// Pushes until told to stop; counts what was acknowledged as stored.
    private static void load(Tenant tenant, AtomicBoolean over, AtomicLong sent, AtomicLong stored) {
        while (!over.get()) {
            try {
                sent.incrementAndGet();
                Answer answer = tenant.push("load").once();
                if (answer.status() == 201) {
                    stored.incrementAndGet();
                }
            } catch (RuntimeException broken) {
                // a part is away; what was not acknowledged is not counted
                pause();
            }
        }
    }

    private static void pause() {
        try {
            Thread.sleep(50);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void a_stopped_proxy_leaves_its_open_minute_in_the_database_and_its_queues_too() {
        Tenant tenant = cell.tenant();
        ExtraProxy extra = cell.startProxy("proxy-metering-stop", FAST);
        Tenant there = tenant.through(processOf(extra));
        assertThat(there.push("kept").times(5)).allMatch(answer -> answer.status() == 201);

        cell.stop(extra);

        assertThat(metered(tenant)).isEqualTo(5);
        assertThat(cell.control()
                        .one(
                                "select partitions_count::text from queen_proxy.queues"
                                        + " where cluster_id = ?::uuid and name = 'kept' and deleted_at is null",
                                tenant.cluster().toString()))
                .isEqualTo("1");
    }

    private static ProxyProcess processOf(ExtraProxy extra) {
        return new ProxyProcess(extra.door().url(), extra.cellOnly().url(), extra.log());
    }

    @Test
    void usage_under_load_survives_a_database_that_dies_and_comes_back() throws Exception {
        Tenant tenant = cell.tenant();
        assertThat(tenant.push("load").once().status()).isEqualTo(201);
        var over = new AtomicBoolean();
        var sent = new AtomicLong(1);
        var stored = new AtomicLong(1);
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 4; i++) {
                clients.submit(() -> load(tenant, over, sent, stored));
            }
            await().atMost(PATIENCE).until(() -> stored.get() > 50);
            cell.kill(Part.POSTGRES);
            pause();
            cell.start(Part.POSTGRES);
            long atReturn = stored.get();
            await().atMost(PATIENCE).until(() -> stored.get() > atReturn + 50);
            over.set(true);
        }

        // nothing that was acknowledged is lost; a push may be stored and metered though its answer was lost
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(metered(tenant)).isGreaterThanOrEqualTo(stored.get()));
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(spooled("proxy-spool")).isEmpty());
        // counted once at most, however often its batch was tried
        assertThat(metered(tenant)).isLessThanOrEqualTo(sent.get());
    }

    private static long storedAtBroker(Tenant tenant, String queue) {
        Answer answer = cell.broker("GET", "/api/v1/resources/queues/" + queue)
                .header("x-queen-tenant", tenant.brokerTenant())
                .send();
        long total = 0;
        for (JsonNode partition : answer.json().path("partitions")) {
            total += partition.path("stats").path("total").asLong();
        }
        return total;
    }

    @Test
    void a_proxy_that_is_stopped_while_its_database_is_away_leaves_its_open_minute_on_the_disk() throws Exception {
        Tenant tenant = cell.tenant();
        ExtraProxy extra = cell.startProxy("proxy-metering-spool", FAST);
        Tenant there = tenant.through(processOf(extra));
        assertThat(there.push("kept").times(7)).allMatch(answer -> answer.status() == 201);

        cell.kill(Part.POSTGRES);
        cell.stop(extra);
        cell.start(Part.POSTGRES);
        // 7 when a minute ended in just these moments
        assertThat(metered(tenant)).isIn(0L, 7L);

        cell.stop(cell.startProxy("proxy-metering-spool", FAST));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(metered(tenant)).isEqualTo(7));
    }

    @Test
    void a_killed_proxy_loses_the_open_minute_at_most_and_doubles_nothing() throws Exception {
        Tenant tenant = cell.tenant();
        var over = new AtomicBoolean();
        var sent = new AtomicLong();
        var stored = new AtomicLong();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            clients.submit(() -> load(tenant, over, sent, stored));
            await().atMost(PATIENCE).until(() -> metered(tenant) > 0);
            cell.kill(Part.PROXY);
            cell.start(Part.PROXY);
            long atReturn = stored.get();
            await().atMost(PATIENCE).until(() -> stored.get() > atReturn + 20);
            over.set(true);
        }

        assertThat(metered(tenant)).isBetween(1L, storedAtBroker(tenant, "load"));
    }

    @Test
    void a_broker_that_dies_costs_no_usage_and_no_queue() {
        Tenant tenant = cell.tenant(plan -> plan.maxQueues(1).maxPartitionsPerQueue(1));
        assertThat(tenant.push("only").once().status()).isEqualTo(201);
        cell.kill(Part.BROKER);
        assertThat(tenant.push("only").once().status()).isEqualTo(502);
        cell.start(Part.BROKER);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(tenant.push("only").once().status()).isEqualTo(201));
        assertThat(tenant.push("second").once().code()).isEqualTo("quota_exceeded");
    }

    @Test
    void a_pool_without_a_free_connection_delays_usage_and_loses_none() throws Exception {
        Tenant tenant = cell.tenant();
        assertThat(tenant.push("pool").once().status()).isEqualTo(201);
        List<Connection> locks = new ArrayList<>();
        try {
            // whoever writes usage waits for this lock, until every connection of the pool does
            Connection lock = cell.pxdb();
            locks.add(lock);
            lock.setAutoCommit(false);
            lock.createStatement().execute("lock table queen_proxy.usage_batches in access exclusive mode");
            lock.createStatement().execute("lock table queen_proxy.queues in access exclusive mode");
            assertThat(tenant.push("pool").times(5)).allMatch(answer -> answer.status() == 201);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(spooled("proxy-spool")).isNotEmpty());
        } finally {
            for (Connection lock : locks) {
                lock.rollback();
                lock.close();
            }
        }
        await().atMost(Duration.ofSeconds(150))
                .untilAsserted(() -> assertThat(metered(tenant)).isEqualTo(6));
    }

    @Test
    void after_a_restart_a_full_queue_takes_pushes_to_every_partition_it_has_and_to_no_other() {
        Tenant tenant = cell.tenant(plan -> plan.maxPartitionsPerQueue(3));
        for (String partition : List.of("a", "b", "c")) {
            assertThat(tenant.push("full").partition(partition).once().status()).isEqualTo(201);
        }
        cell.stop(Part.PROXY);
        cell.start(Part.PROXY);

        assertThat(tenant.push("full").partition("d").once().code()).isEqualTo("quota_exceeded");
        for (String partition : List.of("c", "a", "b")) {
            assertThat(tenant.push("full").partition(partition).once().status()).isEqualTo(201);
        }
    }

    @Test
    void a_tenant_that_deletes_all_its_queues_gets_their_places_back() {
        Tenant tenant = cell.tenant(plan -> plan.maxQueues(1));
        assertThat(tenant.push("first").once().status()).isEqualTo(201);
        assertThat(tenant.push("second").once().code()).isEqualTo("quota_exceeded");
        assertThat(tenant.delete("/api/v1/resources/queues/first").status()).isEqualTo(200);

        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(tenant.push("second").once().status()).isEqualTo(201));
    }

    @Test
    void the_request_that_fills_the_month_is_the_last_one_let_in_and_its_answer_says_what_is_left() {
        Tenant tenant = cell.tenant();
        limit(tenant, "{\"monthly_msgs_quota\": 10}");
        // evaluated at once after a restart
        cell.stop(Part.PROXY);
        cell.start(Part.PROXY);
        List<Answer> answers = tenant.push("month").times(12);

        assertThat(answers.subList(0, 10)).allMatch(answer -> answer.status() == 201);
        assertThat(answers.subList(10, 12)).allMatch(answer -> answer.code().equals("quota_exceeded"));
        assertThat(answers.get(3).header("RateLimit-Policy").orElse("")).contains("\"month\";q=10");
        assertThat(answers.get(10).header("RateLimit").orElse("")).contains("\"month\";r=0");
        // who is blocked may still read what is there
        assertThat(tenant.pop("month", "g").status()).isEqualTo(200);
    }

    private static void limit(Tenant tenant, String json) {
        cell.control()
                .one(
                        "select queen_proxy.set_limit_override(?::uuid, ?::jsonb)::text",
                        tenant.cluster().toString(),
                        json);
    }

    @Test
    void storage_blocks_pushes_and_no_pops_until_the_cap_is_lifted() {
        Tenant tenant = cell.tenant();
        assertThat(tenant.push("bytes").payload("x".repeat(200)).once().status())
                .isEqualTo(201);
        limit(tenant, "{\"max_retained_bytes\": 64}");

        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(tenant.push("bytes")
                                .payload("x".repeat(200))
                                .once()
                                .code())
                        .isEqualTo("storage_quota_exceeded"));
        assertThat(tenant.pop("bytes", "g").status()).isIn(200, 204);
        limit(tenant, "{\"max_retained_bytes\": null}");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(tenant.push("bytes").once().status()).isEqualTo(201));
    }

    @Test
    void whoever_runs_the_cell_sees_how_a_cluster_stands() {
        Tenant tenant = cell.tenant(plan -> plan.maxReqPerSec(50));
        assertThat(tenant.push("seen").once().status()).isEqualTo(201);

        JsonNode page =
                cell.proxyCell("GET", "/cell/clusters/" + tenant.slug()).send().json();
        assertThat(page.path("database").path("effective_status").asText()).isEqualTo("active");
        assertThat(page.path("database").path("live_keys").asInt()).isEqualTo(1);
        assertThat(page.path("proxy").path("registry").path("queues").asInt()).isEqualTo(1);
        assertThat(page.path("proxy").path("push_block").isNull()).isTrue();
        assertThat(page.toString()).doesNotContain("secret").doesNotContain(tenant.key());
        assertThat(cell.proxyCell("GET", "/cell/clusters/nobody-here").send().status())
                .isEqualTo(404);
        assertThat(tenant.get("/cell/clusters/" + tenant.slug()).status()).isEqualTo(404);
        assertThat(cell.proxy().metrics())
                .contains("queen_proxy_task_last_success_timestamp_seconds{task=\"usage_flush\"}")
                .contains("queen_proxy_meter_difference_max");
    }
}
