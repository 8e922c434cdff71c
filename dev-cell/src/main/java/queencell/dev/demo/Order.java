package queencell.dev.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import queencell.dev.CellFault;

/// One line of `docs/examples/orders.ndjson`.
///
/// @param shop becomes the partition
/// @param number counts up from 1 within a shop
/// @param json the line as it stands, the message's payload
record Order(String shop, int number, String json) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /// The lines of a file of JSON objects.
    static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file).stream()
                    .filter(line -> !line.isBlank())
                    .toList();
        } catch (IOException unreadable) {
            throw CellFault.of("%s cannot be read: the demo works on it; restore it from the repository", file);
        }
    }

    static List<Order> read(Path file) {
        var orders = new ArrayList<Order>();
        for (String line : lines(file)) {
            orders.add(parse(file, line));
        }
        return List.copyOf(orders);
    }

    private static Order parse(Path file, String line) {
        try {
            JsonNode order = JSON.readTree(line);
            return new Order(
                    order.required("shop").textValue(), order.required("number").intValue(), line);
        } catch (JsonProcessingException | IllegalArgumentException unreadable) {
            throw CellFault.of("%s: the line `%s` is no order with `shop` and `number`; restore the file", file, line);
        }
    }
}
