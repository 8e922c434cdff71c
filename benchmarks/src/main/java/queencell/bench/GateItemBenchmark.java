package queencell.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import queencell.gate.item.ItemReader;
import queencell.gate.item.Payload;
import queencell.gate.plan.GraphCompiler;

/// What a relay pays to know the cost and the counters of one message, read from the payload's bytes.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class GateItemBenchmark {

    private static final int BYTES = 1024;

    /// One node that reads all it can: a cost, a scope value and an operation.
    private static final String DOCUMENT = """
            {"application": "channel", "graph": "rates", "version": 1,
             "nodes": {"prices": {
               "ingress": true, "egress": "channel.out", "cost": {"path": "payload.rooms", "max": 50},
               "budgets": [{"id": "all", "count": 100, "timeMs": 1000},
                           {"id": "listing", "count": 100, "timeMs": 60000, "subWindows": 1,
                            "scopeBy": "payload.listing.id", "whenOp": ["price.*"]}]}},
             "paths": [{"name": "main", "nodes": ["prices"]}]}
            """;

    /// What a payload of 1 KB is filled with, beside what is read from it.
    public enum Filling {
        /// 36 fields: the worst case, since every field is stepped over.
        DENSE,
        /// One long text.
        TEXT,
        /// A list of small objects.
        NESTED
    }

    @Param
    private Filling filling;

    private ItemReader reader;
    private byte[] payload;

    @Setup
    public void write() {
        reader = ItemReader.of(
                GraphCompiler.compile(GateDocuments.document(DOCUMENT)).nodes().getFirst());
        payload = switch (filling) {
            case DENSE ->
                payload(IntStream.range(0, 32)
                        .mapToObj("\"field%02d\":\"value-of-%1$05d-x\""::formatted)
                        .collect(joining(",")));
            case TEXT -> payload("\"text\":\"%s\"".formatted("lorem ipsum dolor sit amet ".repeat(34)));
            case NESTED ->
                payload("\"days\":[%s]"
                        .formatted(IntStream.range(0, 26)
                                .mapToObj("{\"day\":\"2026-12-%02d\",\"rate\":%1$d.5}"::formatted)
                                .collect(joining(","))));
        };
        if (payload.length > BYTES || payload.length < BYTES * 9 / 10) {
            throw new IllegalStateException("%s is %d bytes, not about %d".formatted(filling, payload.length, BYTES));
        }
    }

    private static byte[] payload(String filling) {
        return ("{\"op\":\"price.update\",%s,\"listing\":{\"id\":\"91372\",\"city\":\"Lisboa\"},\"rooms\":7}"
                        .formatted(filling))
                .getBytes(UTF_8);
    }

    /// The pass over the bytes alone.
    @Benchmark
    public Payload scan() {
        return reader.scan(payload);
    }

    @Benchmark
    public ItemReader.Reading costAndScope() {
        return reader.read(reader.scan(payload));
    }
}
