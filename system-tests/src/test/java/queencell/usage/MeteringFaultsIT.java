package queencell.usage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import queencell.Cell;
import queencell.dev.Part;
import queencell.http.Answer;
import queencell.tenant.Tenant;

/// What becomes of usage, quotas and the registry when parts of the cell die, in a cell of its own whose tasks run
/// fast.
///
/// The outage comes first, because it ends with a restart, and other tests look at what a restarted proxy knows.
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class MeteringFaultsIT {
    private static final Map<String, String> FAST = Map.of(
            "QUEEN_PROXY_METER_FLUSH_MS", "500",
            "QUEEN_PROXY_ROLLUP_MS", "1000",
            "QUEEN_PROXY_RECONCILE_MS", "1000",
            "QUEEN_PROXY_STORAGE_REFRESH_MS", "500",
            "PXDB_TIMEOUT_MS", "4000",
            "PXDB_POOL_SIZE", "4",
            "QUEEN_EDGE_SHUTDOWN_GRACE_MS", "1000");
    private static final Duration PATIENCE = Duration.ofSeconds(90);
    private static final int KILLS = Integer.getInteger("metering.kills", 5);
    private static final long MINUTE = 60_000;

    private static Cell cell;
    private static Tenant restarted;
    private static Tenant limited;

    @BeforeAll
    static void start() {
        cell = Cell.start(Cell.plan("cell-metering")
                .withParts(Part.POSTGRES, Part.BROKER, Part.PROXY)
                .withVariables(FAST));
        restarted = cell.tenant(plan -> plan.maxPartitionsPerQueue(3));
        for (String partition : List.of("a", "b", "c")) {
            assertThat(restarted.push("full").partition(partition).once().status())
                    .isEqualTo(201);
        }
        limited = cell.tenant();
        limit(limited, "{\"monthly_msgs_quota\": 10}");
    }

    @AfterAll
    static void stop() {
        // null when the start failed, which is the failure to see then
        if (cell != null) {
            cell.close();
        }
    }

    /// @param counter column of `usage_minutes`
    private static long metered(Tenant tenant, String counter) {
        return Long.parseLong(cell.control()
                .one(
                        "select coalesce(sum(%s), 0)::text from queen_proxy.usage_minutes".formatted(counter)
                                + " where cluster_id = ?::uuid and op_class = 'push'",
                        tenant.cluster().toString()));
    }

    private static List<Path> spooled() throws Exception {
        Path spool = cell.logs().getParent().resolve("proxy-spool");
        if (!Files.isDirectory(spool)) {
            return List.of();
        }
        try (var files = Files.list(spool)) {
            return files.filter(file -> file.toString().endsWith(".buf")).toList();
        }
    }

    private static void limit(Tenant tenant, String json) {
        cell.control()
                .one(
                        "select queen_proxy.set_limit_override(?::uuid, ?::jsonb)::text",
                        tenant.cluster().toString(),
                        json);
    }

    /// The broker is killed while load goes on. Then the database, which is the broker's too, is away while a minute
    /// ends, and once more while the proxy stops. The broker answers such pushes `buffered`: accepted, so billed,
    /// whatever it stores of them later.
    @Test
    @Order(1)
    void usage_is_exact_through_a_broker_and_a_database_that_die_and_a_stop_without_a_database() throws Exception {
        Tenant tenant = cell.tenant();
        var load = SteadyLoad.start(tenant, "load");
        try (load) {
            await().atMost(PATIENCE).until(() -> load.accepted() > 50);
            cell.kill(Part.BROKER);
            await().atMost(PATIENCE).until(() -> load.count(push -> push.fate() == SteadyLoad.Fate.FAILED) > 10);
            cell.start(Part.BROKER);
            awaitMore(load);

            await().atMost(PATIENCE).until(() -> System.currentTimeMillis() % MINUTE > MINUTE - 10_000);
            cell.kill(Part.POSTGRES);
            // the minute ends, and its usage has nowhere else to go
            await().atMost(PATIENCE).untilAsserted(() -> assertThat(spooled()).isNotEmpty());
            cell.start(Part.POSTGRES);
            await().atMost(PATIENCE)
                    .untilAsserted(() -> assertThat(spooled())
                            .as("comes back without a restart")
                            .isEmpty());
            awaitMore(load);
        }

        cell.kill(Part.POSTGRES);
        cell.stop(Part.PROXY);
        assertThat(spooled()).as("the open minute").isNotEmpty();
        cell.start(Part.POSTGRES);
        cell.start(Part.PROXY);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(spooled()).isEmpty());

        assertThat(load.count(push -> push.fate() == SteadyLoad.Fate.UNKNOWN))
                .as("the proxy was there")
                .isZero();
        assertThat(load.count(push -> push.fate() == SteadyLoad.Fate.BUFFERED)).isPositive();
        assertThat(metered(tenant, "msgs")).isEqualTo(load.accepted());
        assertThat(metered(tenant, "reqs"))
                .as("with those that failed")
                .isEqualTo(load.count(push -> push.fate() != SteadyLoad.Fate.REFUSED));
    }

    private static void awaitMore(SteadyLoad load) {
        long before = load.accepted();
        await().atMost(PATIENCE).until(() -> load.accepted() > before + 20);
    }

    /// What a kill may cost (control plane, 11.5): the open minute, and what closed since the flush that last went
    /// well had begun. All else, as the load itself counts it, is in the rows, and none of it twice.
    @Test
    @Order(2)
    void a_killed_proxy_loses_the_open_minute_and_one_flush_at_most_and_doubles_nothing() {
        Tenant tenant = cell.tenant();
        List<Kill> kills = new ArrayList<>();
        var load = SteadyLoad.start(tenant, "load");
        try (load) {
            for (int left = KILLS; left > 0; left--) {
                long before = load.accepted();
                await().atMost(PATIENCE).until(() -> load.accepted() > before + 50);
                if (left == 1) {
                    // until then every push may be of a minute that a kill has cost, and nothing would be asserted
                    await().atMost(PATIENCE.multipliedBy(2))
                            .until(() -> safe(load, kills, minutesWrittenBefore()) > 50);
                }
                long safeBefore = minutesWrittenBefore();
                cell.kill(Part.PROXY);
                kills.add(new Kill(safeBefore, System.currentTimeMillis()));
                if (left > 1) {
                    cell.start(Part.PROXY);
                }
            }
        }
        cell.start(Part.PROXY);
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(spooled()).isEmpty());

        long safe = safe(load, kills, Long.MAX_VALUE);
        assertThat(safe).isPositive();
        long unknown = load.count(push -> push.fate() == SteadyLoad.Fate.UNKNOWN);
        assertThat(metered(tenant, "msgs")).isBetween(safe, load.accepted() + unknown);
    }

    /// Messages of before `end` that none of the kills may have cost.
    private static long safe(SteadyLoad load, List<Kill> kills, long end) {
        return load.count(push -> push.fate().accepted()
                && push.answeredAt() + Kill.COUNTED_WITHIN < end
                && kills.stream().noneMatch(kill -> kill.mayCost(push)));
    }

    /// @param safeBefore beginning of the first minute that was not certainly written
    private record Kill(long safeBefore, long at) {
        /// Counted a moment after its answer was in.
        static final long COUNTED_WITHIN = 1_000;

        boolean mayCost(SteadyLoad.Push push) {
            return push.answeredAt() + COUNTED_WITHIN >= safeBefore && push.sentAt() <= at;
        }
    }

    /// The flush that last went well had written every minute before the one in which it began.
    private static long minutesWrittenBefore() {
        var proxy = cell.proxy();
        double ended = proxy.metric("queen_proxy_task_last_success_timestamp_seconds{task=\"usage_flush\"}");
        double took = proxy.metric("queen_proxy_task_last_duration_seconds{task=\"usage_flush\"}");
        return (long) ((ended - took) * 1_000) / MINUTE * MINUTE;
    }

    @Test
    @Order(3)
    void after_a_restart_a_full_queue_takes_pushes_to_every_partition_it_has_and_to_no_other() {
        assertThat(restarted.push("full").partition("d").once().code()).isEqualTo("quota_exceeded");
        for (String partition : List.of("c", "a", "b")) {
            assertThat(restarted.push("full").partition(partition).once().status())
                    .isEqualTo(201);
        }
    }

    /// A restart evaluates the quotas at once; until then nothing is known of them.
    @Test
    @Order(3)
    void the_request_that_fills_the_month_is_the_last_one_let_in_and_its_answer_says_what_is_left() {
        await().atMost(PATIENCE)
                .until(() -> cell.proxyCell("GET", "/cell/clusters/" + limited.slug())
                        .send()
                        .json()
                        .path("proxy")
                        .has("month_msgs"));
        List<Answer> answers = limited.push("month").times(10);
        assertThat(answers).allMatch(answer -> answer.status() == 201);
        assertThat(answers.get(3).header("RateLimit-Policy").orElse("")).contains("\"month\";q=10");
        assertThat(answers.get(3).header("RateLimit").orElse("")).contains("\"month\";r=6");
        // refused with 429 as long as the tenth is not counted, which is a moment after its answer
        await().atMost(PATIENCE).untilAsserted(() -> {
            Answer answer = limited.push("month").once();
            assertThat(answer.status()).as(answer.toString()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("quota_exceeded");
            assertThat(answer.header("RateLimit").orElse("")).contains("\"month\";r=0");
        });
        // who is blocked may still read what is there
        assertThat(limited.pop("month", "g").json().path("messages")).hasSize(10);
    }

    @Test
    @Order(4)
    void quotas_must_be_compared_with_every_roll_up_where_those_are_oftener_than_every_minute() {
        var proxy = cell.proxy();
        Set<Double> compared = new HashSet<>();
        // once a minute would be twice in this time
        await().atMost(PATIENCE).until(() -> {
            compared.add(proxy.metric("queen_proxy_task_last_success_timestamp_seconds{task=\"monthly_quota\"}"));
            return compared.size() > 4;
        });
    }

    @Test
    @Order(4)
    void a_broker_that_dies_costs_no_queue() {
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
    @Order(4)
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
    @Order(4)
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
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(cell.proxyCell("GET", "/cell/clusters/" + tenant.slug())
                                .send()
                                .json()
                                .path("proxy")
                                .path("push_blocks")
                                .path(0)
                                .path("reason")
                                .asText())
                        .contains("max_retained_bytes is 64"));
        limit(tenant, "{\"max_retained_bytes\": null}");
        await().atMost(PATIENCE)
                .untilAsserted(
                        () -> assertThat(tenant.push("bytes").once().status()).isEqualTo(201));
    }
}
