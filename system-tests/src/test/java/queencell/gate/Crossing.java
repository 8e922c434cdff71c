package queencell.gate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.nio.charset.StandardCharsets;

/// One request that crossed a [BrokerRoad], and what the broker said to it.
///
/// @param status of the broker; 0 when the request never reached it or was never answered
public record Crossing(String method, String target, byte[] body, int status, byte[] answer) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /// The target without its query.
    public String path() {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    public String text() {
        return new String(body, StandardCharsets.UTF_8);
    }

    public JsonNode sent() {
        return json(body);
    }

    public JsonNode answered() {
        return json(answer);
    }

    private static JsonNode json(byte[] bytes) {
        if (bytes.length == 0) {
            return MissingNode.getInstance();
        }
        try {
            return JSON.readTree(new String(bytes, StandardCharsets.UTF_8));
        } catch (JsonProcessingException broken) {
            return MissingNode.getInstance();
        }
    }
}
