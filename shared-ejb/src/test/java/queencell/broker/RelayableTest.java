package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// The bounds are those proven on a broker 1.3.0 (wire, 9.1).
class RelayableTest {

    @Test
    void what_a_transaction_accepts_must_not_be_called_poison() {
        for (String payload : List.of(
                "null",
                "[".repeat(122) + "]".repeat(122),
                "{\"a\":\"[[[{{{ \\\" \\\\\"}",
                "1e308",
                "9".repeat(308),
                "0." + "1".repeat(5_000),
                "\"\\ud83d\\ude00\"",
                "[{},{},[],\"x\"]")) {
            assertThat(Relayable.obstacle(RawJson.of(payload))).as(payload).isEmpty();
        }
    }

    @Test
    void what_would_be_refused_with_the_whole_bundle_must_be_found_before() {
        for (String payload : List.of(
                "[".repeat(123) + "]".repeat(123),
                "{\"a\":".repeat(123) + "1" + "}".repeat(123),
                "1e400",
                "-1e309",
                "9".repeat(310),
                "\"\\ud800\"",
                "\"\\ud800\\u0041\"",
                "\"\\udc00\"",
                "{\"\\ud800\":1}",
                "{\"a\":",
                "")) {
            assertThat(Relayable.obstacle(RawJson.of(payload))).as(payload).isPresent();
        }
    }
}
