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

    @Test
    void an_id_that_no_push_may_carry_must_be_found_before_the_bundle_is_written() {
        assertThat(Relayable.obstacle(message("ord-1"))).isEmpty();
        assertThat(Relayable.obstacle(message("ord\u0007")))
                .hasValueSatisfying(why -> assertThat(why).contains("U+0007"));
    }

    private static Message message(String transactionId) {
        return new Message("id", transactionId, Wire.PARTITION, "eu", Wire.LEASE, RawJson.NULL, "", 0);
    }
}
