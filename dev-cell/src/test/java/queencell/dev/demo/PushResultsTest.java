package queencell.dev.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.util.List;
import org.junit.jupiter.api.Test;

class PushResultsTest {
    private static final List<Order> ORDERS =
            List.of(new Order("north", 1, "{}"), new Order("south", 1, "{}"), new Order("north", 2, "{}"));

    private static PushResults of(String results) throws JsonProcessingException {
        var pushed = new PushResults();
        pushed.note(ORDERS, DemoHttp.JSON.readTree(results));
        return pushed;
    }

    @Test
    void orders_that_a_slow_database_made_the_broker_spool_are_not_lost() throws Exception {
        PushResults pushed = of("[{\"status\":\"queued\"},{\"status\":\"buffered\"},{\"status\":\"queued\"}]");
        assertThat(pushed.accepted()).isEqualTo(3);
        assertThat(pushed.buffered()).isEqualTo(1);
        assertThat(pushed.keepsOrder("south")).isFalse();
        assertThat(pushed.keepsOrder("north")).isTrue();
    }

    @Test
    void orders_that_were_not_taken_must_not_count_and_are_told() throws Exception {
        PushResults pushed = of("[{\"status\":\"queued\"},{\"status\":\"failed\"}]");
        assertThat(pushed.accepted()).isEqualTo(1);
        assertThat(pushed).hasToString("{failed=1, no answer=1, queued=1}");
    }
}
