package queencell.gate;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// What a [BrokerRoad] does to one request.
public sealed interface Toll {

    /// Through, and the answer back.
    record Pass() implements Toll {}

    /// Answered on the road; the broker never sees it.
    record Refuse(int status, String json) implements Toll {
        byte[] bytes() {
            return json.getBytes(StandardCharsets.UTF_8);
        }
    }

    /// The broker does it, and its answer is lost after so many bytes.
    record CutAnswer(int afterBytes) implements Toll {}

    /// The connection ends before the broker has seen anything.
    record CutRequest() implements Toll {}

    /// Through, later.
    record Delay(Duration by) implements Toll {}
}
