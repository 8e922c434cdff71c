package queencell.gate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.gate.Vectors;

/// The worker and claim vectors of the runtime specification, 2.2 and 2.3.
class StageSizeTest {

    private static final String SCOPED = ",{\"id\":\"s\",\"count\":1,\"timeMs\":1000,\"scopeBy\":\"payload.a\"}";

    @ParameterizedTest
    @CsvSource({
        "200, 1000, 1000, 1",
        "12000, 60000, 1000, 1",
        "1000, 1000, 1000, 1",
        "1001, 1000, 1000, 2",
        "20000, 1000, 1000, 16",
        "4000, 1000, 500, 8"
    })
    void the_ceiling_sizes_the_worker_pool(long count, long timeMs, long capacity, long workers) {
        var options = new CompileOptions(200, OptionalLong.empty(), capacity, Map.of());
        assertThat(stage(budget("r", count, timeMs), "", "", options).concurrency())
                .isEqualTo(workers);
    }

    @Test
    void workers_never_outnumber_partitions_nor_follow_a_rate_that_only_some_items_meet() {
        var defaults = CompileOptions.defaults();
        assertThat(stage(budget("r", 20_000, 1000), ",\"ingress\":{\"partitions\":4}", "", defaults)
                        .concurrency())
                .isEqualTo(4);
        assertThat(stage(budget("r", 20_000, 1000) + SCOPED, "", "", defaults).concurrency())
                .isEqualTo(16);
        assertThat(stage(budget("passthrough", 1_000_000, 1000), "", "", defaults)
                        .concurrency())
                .isEqualTo(1);
        assertThat(stage(budget("r", 8000, 1000), "", "0.25", defaults).concurrency())
                .isEqualTo(2);
        assertThat(stage(budget("r", 8000, 1000), ",\"concurrency\":0", "", defaults)
                        .concurrency())
                .isEqualTo(1);
        var fixed = new CompileOptions(200, OptionalLong.of(5), Long.MAX_VALUE, Map.of());
        assertThat(stage(budget("r", 8000, 60_000), "", "", fixed).concurrency())
                .isEqualTo(5);
    }

    @ParameterizedTest
    @CsvSource({"40, 1, '', 40", "40, 4, '', 10", "40, 1, 0.5, 20", "500, 1, '', 200", "3, 7, '', 1"})
    void a_claim_is_what_one_window_admits(long count, long cost, String share, long batch) {
        assertThat(stage(budget("r", count, 1000), ",\"cost\":" + cost, share, CompileOptions.defaults())
                        .batch())
                .isEqualTo(batch);
    }

    /// Copied, the stages of one wide hop before another hold their product: 42 million entries of 64 KB.
    @Test
    void the_nodes_of_a_hop_must_share_what_they_push_into() {
        Plan plan = GraphCompiler.compile(Vectors.document("""
                {"application":"acme","graph":"mail","version":1,"nodes":{
                 "a":{"ingress":true},"b":{"ingress":true},"c":{"egress":"acme.c"},"d":{"egress":"acme.d"}},
                 "paths":[{"name":"p","nodes":[["a","b"],["c","d"]]}]}"""));
        assertThat(plan.stages().get(1).destinations())
                .hasSize(2)
                .isSameAs(plan.stages().getFirst().destinations());
    }

    @Test
    void a_queue_that_is_fed_from_an_egress_too_must_not_carry_ids_on() {
        Plan plan = GraphCompiler.compile(Vectors.document("""
                {"application":"acme","graph":"mail","version":1,"nodes":{
                 "a":{"ingress":true,"budgets":[{"count":9,"timeMs":1000}]},
                 "b":{"budgets":[{"count":9,"timeMs":1000}],"egress":"acme.out"},
                 "c":{"ingress":true,"budgets":[{"count":9,"timeMs":1000}],"egress":"gate.acme.mail.b.in"}},
                 "paths":[{"name":"p","nodes":["a","b"]},{"name":"q","nodes":["c"]}]}"""));
        assertThat(plan.stagesOf("p").getFirst().destinations().getFirst().derivesTransactionId())
                .isTrue();
        assertThat(plan.stagesOf("q").getFirst().destinations().getFirst().requiresPathStamp())
                .isFalse();
    }

    @Test
    void a_first_hop_must_not_take_a_producers_message_for_another_paths() {
        Plan plan = GraphCompiler.compile(Vectors.document("""
                {"application":"acme","graph":"mail","version":1,"nodes":{
                 "a":{"ingress":true,"budgets":[{"count":9,"timeMs":1000}]},
                 "b":{"budgets":[{"count":9,"timeMs":1000}],"egress":"acme.out"}},
                 "paths":[{"name":"p","nodes":["a","b"]},{"name":"q","nodes":["a","b"]}]}"""));
        assertThat(plan.stages()).extracting(StagePlan::checksForeign).containsExactly(false, true, false, true);
        assertThat(plan.stages()).extracting(StagePlan::ownsUnstamped).containsExactly(true, true, false, false);
    }

    private static String budget(String id, long count, long timeMs) {
        return "{\"id\":\"%s\",\"count\":%d,\"timeMs\":%d}".formatted(id, count, timeMs);
    }

    /// The stage of the last path; with a share, beside a path that takes all.
    private static StagePlan stage(String budgets, String rest, String share, CompileOptions options) {
        String ingress = rest.contains("ingress") ? "" : ",\"ingress\":true";
        String paths = share.isEmpty()
                ? "{\"name\":\"p\",\"nodes\":[\"n\"]}"
                : "{\"name\":\"first\",\"nodes\":[\"n\"]},{\"name\":\"p\",\"priority\":1,\"share\":" + share
                        + ",\"nodes\":[\"n\"]}";
        return GraphCompiler.compile(
                        Vectors.document(
                                "{\"application\":\"acme\",\"graph\":\"mail\",\"version\":1,\"nodes\":{\"n\":{\"budgets\":["
                                        + budgets + "],\"egress\":\"o\"" + ingress + rest + "}},\"paths\":[" + paths
                                        + "]}"),
                        options)
                .stages()
                .getLast();
    }
}
