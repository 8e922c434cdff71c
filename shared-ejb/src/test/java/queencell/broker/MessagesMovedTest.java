package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

/// `queue-ops` as a broker 1.3.0 answers it (wire, 16).
class MessagesMovedTest {
    private static final Instant FROM = Instant.parse("2026-11-30T10:01:00Z");
    private static final Instant TO = Instant.parse("2026-11-30T10:03:00Z");

    private static MessagesMoved read(String json) throws Exception {
        return ManagementAnswers.moved(new ObjectMapper().readTree(json), FROM, TO);
    }

    @Test
    void queues_of_one_minute_must_be_added_and_minutes_outside_left_out() throws Exception {
        MessagesMoved moved = read("""
                {"bucketMinutes":1,"series":[
                 {"bucket":"2026-11-30T10:00:00Z","queueName":"a","pushMessages":100,"popMessages":100},
                 {"bucket":"2026-11-30T10:01:00Z","queueName":"a","pushMessages":1,"popMessages":2},
                 {"bucket":"2026-11-30T10:01:00+00:00","queueName":"b","pushMessages":3,"popMessages":4},
                 {"bucket":"2026-11-30T10:02:00Z","queueName":"a","pushMessages":5},
                 {"bucket":"2026-11-30T10:03:00Z","queueName":"a","pushMessages":100,"popMessages":100},
                 {"bucket":"no time","pushMessages":100}],"queues":[]}""");

        assertThat(moved.minutes())
                .containsExactly(
                        Map.entry(FROM, new MessagesMoved.Count(4, 6)),
                        Map.entry(FROM.plusSeconds(60), new MessagesMoved.Count(5, 0)));
        assertThat(moved.pushed()).isEqualTo(9);
        assertThat(moved.popped()).isEqualTo(6);
    }

    @Test
    void an_answer_without_a_series_must_not_be_taken_for_silence() {
        assertThatThrownBy(() -> read("{}")).hasMessageContaining("series");
    }
}
