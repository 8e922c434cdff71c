package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/// Where the requests of a Gate run.
class RequestThreadsTest {

    @Test
    void a_request_must_not_make_the_container_capture_its_context() {
        try (var gate = new PublicGate(Map.of())) {
            int loops = gate.submitted();
            for (int i = 0; i < 20; i++) {
                assertThat(gate.browser()
                                .fetch("GET", PublicGate.URL + "/health")
                                .status())
                        .isEqualTo(200);
            }
            assertThat(loops).isPositive();
            assertThat(gate.submitted()).isEqualTo(loops);
        }
    }
}
