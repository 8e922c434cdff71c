package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.listener.EdgeSettings;
import queencell.proxy.route.Classifier;
import queencell.proxy.route.QueryRules;
import queencell.proxy.route.RawQuery;
import queencell.settings.SettingsReader;

/// When the edge gives up on a request (pipeline, 13 and A26).
class EdgeBudgetTest {
    private static final String POP = "/api/v1/pop/queue/orders";

    private final UpstreamRules rules = SettingsReader.of(Map.of()).read(UpstreamRules.class);
    private final EdgeBudget budget = new EdgeBudget(EdgeSettings.defaults(), rules, List.of("/api/v1/streams/"));

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            batch=10                                | PT60S
            wait=true                               | PT40S
            wait=true&timeout=5000                  | PT15S
            wait=true&timeout=0                     | PT10S
            wait=true&timeout=90000                 | PT100S
            wait=true&timeout=%2B90000              | PT100S
            wait=true&timeout=99999999999999999999  | PT100S
            wait=true&timeout=000000000000000090000 | PT100S
            wait=true&timeout=-1                    | PT40S
            wait=true&timeout=soon                  | PT40S
            """)
    void the_edge_must_not_give_up_on_a_poll_before_the_gateway_does(String query, Duration expected) {
        assertThat(budget.of("GET", POP, query)).isEqualTo(expected);
        var forward = (QueryRules.Outcome.Forward) QueryRules.apply(
                Classifier.classify("GET", POP),
                POP,
                new RawQuery(query),
                1000,
                rules.longPollMax().toMillis());
        Duration deadline = forward.waitMillis().isEmpty()
                ? rules.timeout()
                : Duration.ofMillis(forward.waitMillis().getAsLong()).plus(rules.longPollMargin());
        assertThat(expected).isGreaterThan(deadline);
    }

    /// `wait` means nothing there, so that the gateway gives the broker its 28 s.
    @ParameterizedTest
    @ValueSource(
            strings = {"/api/v1/push", "/api/v1/resources/queues", "/api/v1/kv/n/k", "/api/v1/pop/queue", "/health"})
    void the_edge_must_not_give_up_on_what_is_no_poll_before_the_gateway_does(String path) {
        assertThat(budget.of("POST", path, "wait=true&timeout=0")).isEqualTo(Duration.ofSeconds(60));
        assertThat(budget.of("GET", path, "wait=true&timeout=0")).isEqualTo(Duration.ofSeconds(60));
    }

    @Test
    void a_poll_that_only_the_broker_takes_for_one_must_not_outlast_the_edge() {
        assertThat(budget.of("GET", "/api/v1/ephemeral/pop", "wait=1&timeout=90000"))
                .isEqualTo(Duration.ofSeconds(100));
    }

    @Test
    void an_exempt_path_must_never_be_given_up_by_the_edge() {
        EdgeRules edge = SettingsReader.of(Map.of("QUEEN_EDGE_TIMEOUT_EXEMPT", "/api/v1/pop/queue/Orders"))
                .read(EdgeRules.class);
        var named = new EdgeBudget(EdgeSettings.defaults(), rules, edge.timeoutExempt());
        assertThat(named.of("GET", "/api/v1/pop/queue/Orders", "")).isZero();
        assertThat(named.of("GET", "/api/v1/pop/queue/orders", ""))
                .as("another queue")
                .isPositive();
        assertThat(budget.of("POST", "/api/v1/streams/cycle", "")).isZero();
    }

    @Test
    void a_path_of_the_proxy_itself_can_be_exempt_too() {
        var named = new EdgeBudget(EdgeSettings.defaults(), rules, List.of("/auth/"));
        assertThat(named.ofOwn("/auth/login")).isZero();
        assertThat(named.ofOwn("/api/console/overview")).isEqualTo(Duration.ofSeconds(60));
    }
}
