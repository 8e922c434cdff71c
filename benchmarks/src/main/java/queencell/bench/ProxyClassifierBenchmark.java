package queencell.bench;

import java.util.concurrent.TimeUnit;
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
import queencell.proxy.route.Classifier;
import queencell.proxy.route.QueryRules;
import queencell.proxy.route.RawQuery;
import queencell.proxy.route.Route;

/// What a request pays to be classified, and a poll for the rules of its query.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class ProxyClassifierBenchmark {

    private static final String POP = "/api/v1/pop/queue/orders";
    private static final RawQuery POLL = new RawQuery("consumerGroup=g&batch=10&wait=true&timeout=30000");

    /// From the beginning, the middle and the end of the table, and one that is not in it.
    @Param({
        "POST /api/v1/push",
        "GET /api/v1/pop/queue/orders/partition/p7",
        "GET /api/v1/resources/queues/orders/depth",
        "GET /api/v1/something/new"
    })
    private String request;

    private String method;
    private String path;
    private Route pop;

    @Setup
    public void split() {
        int blank = request.indexOf(' ');
        method = request.substring(0, blank);
        path = request.substring(blank + 1);
        pop = Classifier.classify("GET", POP);
    }

    @Benchmark
    public Route classify() {
        return Classifier.classify(method, path);
    }

    @Benchmark
    public QueryRules.Outcome pollRules() {
        return QueryRules.apply(pop, POP, POLL, 1000, 90_000);
    }
}
