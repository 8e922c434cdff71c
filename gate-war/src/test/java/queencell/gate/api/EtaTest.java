package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.gate.Vectors;
import queencell.gate.plan.BudgetPlan;
import queencell.gate.plan.GraphCompiler;

class EtaTest {

    @ParameterizedTest
    @CsvSource({
        "150, 1, 20, 400, 100, 0",
        "150, 1, 150, 400, 100, 0.4",
        "150, 1, 150, 400, 460, 3.4",
        "150, 10, 150, 9500, 150, 9.5"
    })
    void the_declared_schedule_decides_how_long_a_backlog_takes(
            long cap, long window, long spent, long resetMillis, double want, double seconds) {
        assertThat(Eta.seconds(cap, window, spent, resetMillis, want)).isEqualTo(OptionalDouble.of(seconds));
    }

    @Test
    void a_path_that_gets_nothing_waits_for_ever() {
        assertThat(Eta.seconds(0, 1, 0, 0, 1)).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "3.5, 9.5, 0, 1",
        "9.5, 3.5, 0, 0",
        "2, 9.5, 9.5, 1",
        "0, 0, 0, 0",
        "9.5, never, 100, 1",
        "9.5, 100, never, 2",
        "never, 100, never, 0"
    })
    void the_longest_time_binds_and_for_ever_is_longer_than_any(String a, String b, String c, int binding) {
        List<Eta> etas = List.of(eta(0, a), eta(1, b), eta(2, c));
        assertThat(Eta.binding(etas)).containsSame(etas.get(binding));
    }

    @Test
    void without_a_rate_nothing_binds() {
        assertThat(Eta.binding(List.of())).isEmpty();
    }

    private static final List<BudgetPlan> BUDGETS =
            GraphCompiler.compile(Vectors.document("""
                    {"application":"acme","graph":"mail","version":1,
                     "nodes":{"n":{"ingress":true,"egress":"acme.out","budgets":[
                        {"count":100,"timeMs":1000},{"count":100,"timeMs":1000},{"count":100,"timeMs":1000}]}},
                     "paths":[{"name":"main","nodes":["n"]}]}""")).nodes().getFirst().budgets();

    private static Eta eta(int budget, String seconds) {
        OptionalDouble time =
                seconds.equals("never") ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(seconds));
        return new Eta(BUDGETS.get(budget), time, 0);
    }
}
