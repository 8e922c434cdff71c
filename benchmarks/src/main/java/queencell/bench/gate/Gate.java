package queencell.bench.gate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.regex.Pattern;

/// A Gate as its callers see it. One thread.
final class Gate implements AutoCloseable {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Pattern CALLS = Pattern.compile("(?m)^gate_broker_calls_total\\{[^}]*}\\s+([0-9.Ee]+)$");
    static final String APPLICATION = "bench";
    /// A backlog without progress for so long is a failure of the run.
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /// A server closes what idles for over a minute, and some measurements last longer.
    private static final Duration KEPT = Duration.ofSeconds(30);

    private final URI door;
    private final URI cellOnly;
    private Wire wire;
    private long usedNanos = System.nanoTime();

    /// @param cellOnly where its metrics are; the door again where nobody knows
    Gate(URI door, URI cellOnly) {
        this.door = door;
        this.cellOnly = cellOnly;
        this.wire = Wire.to(door);
    }

    URI door() {
        return door;
    }

    private Wire wire() {
        long nanos = System.nanoTime();
        if (nanos - usedNanos > KEPT.toNanos()) {
            wire.close();
            wire = Wire.to(door);
        }
        usedNanos = nanos;
        return wire;
    }

    static String graph(String name) {
        return "/v1/apps/%s/graphs/%s".formatted(APPLICATION, name);
    }

    JsonNode declare(String name, String document) {
        byte[] body = Scan.ascii(document.replace('\'', '"'));
        return answered(wire().exchange("PUT", graph(name), body, body.length));
    }

    void delete(String name) {
        wire().exchange("DELETE", graph(name), new byte[0], 0);
    }

    JsonNode read(String name) {
        return answered(wire().exchange("GET", graph(name), new byte[0], 0));
    }

    void post(String target, String json) {
        byte[] body = Scan.ascii(json);
        answered(wire().exchange("POST", target, body, body.length));
    }

    /// What the stages at a node have counted; at any node for an empty name.
    long count(String name, String node, String counter) {
        long sum = 0;
        for (JsonNode stage : read(name).path("stages")) {
            if (node.isEmpty() || stage.path("node").asText().equals(node)) {
                sum += stage.path("counters").path(counter).asLong();
            }
        }
        return sum;
    }

    /// What all stages of the benchmark have let through so far. Asks the broker nothing.
    long passed() {
        for (JsonNode application : answered(wire().exchange("GET", "/api/apps", new byte[0], 0))) {
            if (application.path("application").asText().equals(APPLICATION)) {
                return application.path("admitted").asLong();
            }
        }
        return 0;
    }

    /// Waits until so many items have passed, hop by hop, since a graph was declared.
    ///
    /// @return items a second from the first that passed to the last, without the time of the declaration
    double awaitPassed(long items) throws InterruptedException {
        long quietSince = System.nanoTime();
        long first = 0;
        long firstAt = 0;
        long seen = 0;
        while (seen < items) {
            Thread.sleep(25);
            long now = passed();
            if (now > seen) {
                quietSince = System.nanoTime();
                if (seen == 0) {
                    first = now;
                    firstAt = quietSince;
                }
            }
            seen = now;
            if (System.nanoTime() - quietSince > PATIENCE.toNanos()) {
                throw new IllegalStateException("Gate stands still at %d of %d items".formatted(seen, items));
            }
        }
        return (seen - first) / ((System.nanoTime() - firstAt) / 1e9);
    }

    /// Calls to the broker so far, of every kind.
    long brokerCalls() {
        try (InputStream page = cellOnly.resolve("/cell/metrics").toURL().openStream()) {
            return CALLS.matcher(new String(page.readAllBytes(), StandardCharsets.UTF_8))
                    .results()
                    .mapToLong(line -> (long) Double.parseDouble(line.group(1)))
                    .sum();
        } catch (IOException away) {
            throw new UncheckedIOException("no metrics at " + cellOnly, away);
        }
    }

    private JsonNode answered(int status) {
        if (status != 200) {
            throw new IllegalStateException("Gate answered %d: %s".formatted(status, wire.text()));
        }
        try {
            return JSON.readTree(wire.text());
        } catch (IOException broken) {
            throw new UncheckedIOException("Gate answered no JSON", broken);
        }
    }

    @Override
    public void close() {
        wire.close();
    }
}
