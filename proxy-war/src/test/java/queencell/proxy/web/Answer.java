package queencell.proxy.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/// An answer as it came over the wire.
public record Answer(int status, Map<String, List<String>> headers, String body) {
    private static final ObjectMapper JSON = new ObjectMapper();

    public JsonNode json() {
        try {
            return JSON.readTree(body);
        } catch (IOException noJson) {
            throw new UncheckedIOException(this.toString(), noJson);
        }
    }

    public String code() {
        return json().path("code").asText();
    }

    /// The first field of this name, lower-cased; empty if there is none.
    public String header(String name) {
        return headers.getOrDefault(name, List.of("")).getFirst();
    }

    public List<String> all(String name) {
        return headers.getOrDefault(name, List.of());
    }

    /// Value of a cookie that was set.
    public String cookie(String name) {
        return all("set-cookie").stream()
                .filter(line -> line.startsWith(name + "="))
                .map(line -> line.substring(name.length() + 1, line.indexOf(';')))
                .findFirst()
                .orElse("");
    }
}
