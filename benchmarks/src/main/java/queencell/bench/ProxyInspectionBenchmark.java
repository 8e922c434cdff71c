package queencell.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import java.nio.ByteBuffer;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import queencell.proxy.inspect.Answer;
import queencell.proxy.inspect.AnswerScanner;
import queencell.proxy.inspect.PushBody;
import queencell.proxy.inspect.PushItems;
import queencell.proxy.inspect.Reading;

/// What a push pays for the count of its body, and answers for theirs while they are relayed.
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 4, time = 1)
@Measurement(iterations = 5, time = 1)
public class ProxyInspectionBenchmark {

    private static final int ITEMS = 10;
    private static final String PAYLOAD = "{\"order\":%d,\"note\":\"" + "lorem ipsum dolor sit amet ".repeat(5) + "\"}";

    private byte[] push;
    private byte[] pushed;
    private byte[] popped;
    private PushItems items;

    @Setup
    public void write() {
        push = bytes("{\"items\":[%s]}", "{\"queue\":\"orders\",\"partition\":\"p%d\",\"payload\":" + PAYLOAD + "}");
        pushed = bytes(
                "[%s]", "{\"index\":%d,\"status\":\"queued\",\"partition\":\"p%1$d\",\"transactionId\":\"t%1$d\"}");
        popped = bytes(
                "{\"messages\":[%s]}",
                "{\"transactionId\":\"t%d\",\"partition\":\"p%1$d\",\"data\":" + PAYLOAD.replace("%d", "%1$d") + "}");
        if (push.length < 2_000 || push.length > 2_400) {
            throw new IllegalStateException("the push is %d bytes, not about 2.2 KB".formatted(push.length));
        }
        items = ((Reading.Readable<PushItems>) pushBody()).body();
    }

    private static byte[] bytes(String around, String item) {
        String each = item.contains("%1$d") ? item : item.replace("%d", "%1$d");
        return around.formatted(
                        IntStream.range(0, ITEMS).mapToObj(each::formatted).collect(joining(",")))
                .getBytes(UTF_8);
    }

    /// A push of 10 items and 2.2 KB.
    @Benchmark
    public Reading<PushItems> pushBody() {
        return PushBody.read(push, 10_000);
    }

    /// Its answer.
    @Benchmark
    public Answer pushAnswer() {
        return count(AnswerScanner.ofPush(items), pushed);
    }

    /// An answer with 10 messages, in one piece.
    @Benchmark
    public Answer popAnswer() {
        return count(AnswerScanner.ofPop(), popped);
    }

    private static Answer count(AnswerScanner scanner, byte[] answer) {
        scanner.feed(ByteBuffer.wrap(answer));
        return scanner.end();
    }
}
