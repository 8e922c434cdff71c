package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// The table of section 2: which answers a shielded host keeps back from strangers, and that no other host does.
class StepTest {
    @ParameterizedTest
    @CsvSource({
        Step.RESOLVE_CLUSTER + ", true",
        Step.STATUS + ", true",
        Step.FEATURE + ", true",
        Step.CLASSIFY + ", false",
        Step.AUTHENTICATE + ", false"
    })
    void a_shielded_host_must_tell_strangers_of_blocked_paths_alone(int step, boolean waits) {
        assertThat(Step.waitsForCredential(step, Step.ANSWERS_SHIELDED)).isEqualTo(waits);
        assertThat(Step.waitsForCredential(step, Step.ANSWERS)).isFalse();
    }

    /// Told in this order, of what was kept back the first refusal wins (section 2).
    @ParameterizedTest
    @CsvSource({"true", "false"})
    void an_order_must_not_turn_cluster_status_and_plan_around(boolean shielded) {
        List<Integer> answers = shielded ? Step.ANSWERS_SHIELDED : Step.ANSWERS;

        assertThat(answers).containsSubsequence(Step.RESOLVE_CLUSTER, Step.STATUS, Step.FEATURE, Step.AUTHORIZE);
        assertThat(answers).doesNotHaveDuplicates();
    }
}
