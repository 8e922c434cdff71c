package queencell.bench;

import static java.util.stream.Collectors.joining;

import java.util.concurrent.TimeUnit;
import java.util.function.IntFunction;
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
import queencell.gate.document.DocumentReader;
import queencell.gate.document.JsonText;
import queencell.gate.plan.CompileOptions;
import queencell.gate.rule.Facts;
import queencell.gate.rule.Validation;

/// What a PUT costs before anything leaves the process: bytes in, a validated plan out.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class GateDocumentBenchmark {

    /// What a document looks like.
    public enum Shape {
        /// The product text's graph: 3 nodes, 2 paths.
        GOLDEN,
        /// As many small nodes as fit, one after another in one path.
        CHAIN,
        /// As many small nodes as fit, each with a path of its own.
        SINGLES,
        /// As many paths as fit, all through one node.
        CROSSING
    }

    @Param
    private Shape shape;

    private byte[] body;

    @Setup
    public void write() {
        body = switch (shape) {
            case GOLDEN -> GateDocuments.golden();
            case CHAIN -> GateDocuments.largest(GateDocumentBenchmark::chain);
            case SINGLES -> GateDocuments.largest(GateDocumentBenchmark::singles);
            case CROSSING -> GateDocuments.largest(GateDocumentBenchmark::crossing);
        };
        if (!(declare() instanceof Validation.Accepted)) {
            throw new IllegalStateException("%s is measured as an accepted document: %s".formatted(shape, declare()));
        }
    }

    @Benchmark
    public Validation.Verdict declare() {
        if (JsonText.parse(body) instanceof JsonText.Parsed(var json)
                && DocumentReader.read(json) instanceof DocumentReader.Read(var document)) {
            return Validation.check(document, CompileOptions.defaults(), Facts.NONE);
        }
        throw new IllegalStateException("%s is not well-formed".formatted(shape));
    }

    private static String chain(int length) {
        String nodes = each(
                length,
                i -> "\"n%d\":{\"budgets\":[{\"count\":9,\"timeMs\":1000}]%s}"
                        .formatted(i, i == 0 ? ",\"ingress\":true" : i == length - 1 ? ",\"egress\":\"o\"" : ""));
        return document(nodes, "{\"name\":\"p\",\"nodes\":[%s]}".formatted(each(length, "\"n%d\""::formatted)));
    }

    private static String singles(int count) {
        String nodes = each(
                count,
                "\"n%d\":{\"budgets\":[{\"count\":9,\"timeMs\":1000}],\"ingress\":true,\"egress\":\"o\"}"::formatted);
        return document(nodes, each(count, "{\"name\":\"p%1$d\",\"nodes\":[\"n%1$d\"]}"::formatted));
    }

    private static String crossing(int count) {
        String node =
                "\"n\":{\"budgets\":[{\"count\":9000,\"timeMs\":1000}],\"ingress\":true,\"egress\":\"o\",\"concurrency\":1}";
        return document(node, each(count, i -> "{\"name\":\"p%d\",\"priority\":%1$d,\"nodes\":[\"n\"]}".formatted(i)));
    }

    private static String document(String nodes, String paths) {
        return "{\"application\":\"acme\",\"graph\":\"big\",\"version\":1,\"nodes\":{%s},\"paths\":[%s]}"
                .formatted(nodes, paths);
    }

    private static String each(int count, IntFunction<String> part) {
        return IntStream.range(0, count).mapToObj(part).collect(joining(","));
    }
}
