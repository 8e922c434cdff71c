package queencell.gate.stage;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import queencell.gate.plan.Plan;
import queencell.gate.plan.StagePlan;

class ClaimClassifierTest {
    private static final String BUDGET = "\"budgets\":[{\"id\":\"all\",\"count\":100,\"timeMs\":1000}]";
    private static final Plan TWO_PATHS = StageFixtures.plan("""
            {"version":1,"nodes":{
              "a":{"ingress":true,%1$s},
              "b":{"ingress":true,%1$s},
              "ip":{"egress":"out",%1$s}},
             "paths":[{"name":"pa","nodes":["a","ip"]},{"name":"pb","priority":1,"nodes":["b","ip"]}]}
            """.formatted(BUDGET));

    private static Item classify(Plan plan, String path, String node, String payload) {
        StagePlan stage = plan.stagesOf(path).stream()
                .filter(each -> each.node().equals(node))
                .findFirst()
                .orElseThrow();
        return new ClaimClassifier(plan, stage).classify(StageFixtures.message("m", payload));
    }

    @Test
    void another_paths_message_is_foreign_even_where_this_node_could_not_take_it() {
        assertThat(classify(TWO_PATHS, "pa", "ip", "{\"_gate\":{\"path\":\"pb\"}}"))
                .isInstanceOf(Item.Foreign.class);
        assertThat(classify(TWO_PATHS, "pa", "ip", "{\"_gate\":{\"path\":\"pa\"}}"))
                .isInstanceOf(Item.Work.class);
    }

    @Test
    void exactly_one_path_takes_a_message_without_a_stamp() {
        assertThat(classify(TWO_PATHS, "pa", "ip", "{}")).isInstanceOf(Item.Work.class);
        assertThat(classify(TWO_PATHS, "pb", "ip", "{}")).isInstanceOf(Item.Foreign.class);
    }

    @Test
    void a_text_before_a_shared_interior_queue_is_poison_that_says_so() {
        assertThat(classify(TWO_PATHS, "pa", "a", "\"text\""))
                .isInstanceOfSatisfying(
                        Item.Poison.class,
                        poison -> assertThat(poison.reason()).contains("`a`").contains("has to be an object"));
    }

    @Test
    void a_cost_above_the_most_is_poison_that_names_both_numbers() {
        Plan plan = StageFixtures.oneNode(BUDGET + ",\"cost\":{\"path\":\"payload.c\",\"max\":5}");

        assertThat(classify(plan, "main", "n", "{\"c\":500}"))
                .isInstanceOfSatisfying(
                        Item.Poison.class,
                        poison -> assertThat(poison.reason()).contains("500").contains("5"));
        assertThat(classify(plan, "main", "n", "{\"c\":3.0}"))
                .isInstanceOfSatisfying(
                        Item.Work.class, work -> assertThat(work.cost()).isEqualTo(3));
    }

    @Test
    void a_missing_scope_value_must_not_evade_the_limit() {
        Plan plan = StageFixtures.oneNode("\"budgets\":[{\"id\":\"all\",\"count\":100,\"timeMs\":1000},"
                + "{\"id\":\"k\",\"count\":5,\"timeMs\":1000,\"scopeBy\":\"payload.k\"}]");

        assertThat(classify(plan, "main", "n", "{\"k\":null}")).isInstanceOf(Item.Poison.class);
        assertThat(classify(plan, "main", "n", "{\"k\":91372}")).isInstanceOfSatisfying(Item.Work.class, work -> {
            assertThat(work.touches()).hasSize(2);
            assertThat(work.touches().getLast().key()).endsWith(":91372");
            assertThat(work.touches().getLast().scoped()).isTrue();
        });
    }

    @Test
    void a_payload_that_no_transaction_takes_is_poison_and_not_a_failure_for_ever() {
        Plan plan = StageFixtures.oneNode(BUDGET);

        assertThat(classify(plan, "main", "n", "{\"n\":1e400}")).isInstanceOf(Item.Poison.class);
        assertThat(classify(plan, "main", "n", "{\"d\":" + "[".repeat(130) + "]".repeat(130) + "}"))
                .isInstanceOf(Item.Poison.class);
    }
}
