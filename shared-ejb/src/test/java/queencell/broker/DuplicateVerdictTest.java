package queencell.broker;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.json.UnreadableBytesException;

/// A duplicate that a broker words otherwise: taken for a definite failure, its claim would come back for ever
/// (runtime, 9.4).
final class DuplicateVerdictTest {

    @ParameterizedTest
    @ValueSource(strings = {"\"reason\":\"duplicate\",", "\"reason\":\"db_error\",", "\"reason\":\"other\",", ""})
    void isRecognisedByItsTextToo(String reason) throws UnreadableBytesException {
        String answer = "{\"success\":false,%s\"error\":\"QDUP duplicate messages in queue\"}".formatted(reason);

        assertThat(TransactionAnswer.read(answer.getBytes(UTF_8), false)).isInstanceOf(Settled.Duplicate.class);
    }

    /// It would be acked without its push.
    @Test
    void isNotReadOutOfTheNameOfAQueue() throws UnreadableBytesException {
        String answer = "{\"success\":false,\"reason\":\"db_error\",\"error\":\"cannot store into QDUP jobs\"}";

        assertThat(TransactionAnswer.read(answer.getBytes(UTF_8), false)).isInstanceOf(Settled.Failed.class);
    }
}
