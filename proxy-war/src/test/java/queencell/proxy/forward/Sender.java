package queencell.proxy.forward;

import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import queencell.listener.AnswerSink;
import queencell.listener.EventLoops;
import queencell.listener.RelayedAnswer;

/// An upstream client on one loop, as a test uses it.
final class Sender implements AutoCloseable {

    static final Duration LONG = Duration.ofSeconds(20);

    final EventLoops loops = EventLoops.start("upstream", 1);
    final EventLoop loop = loops.group().next();
    final Upstream upstream;

    Sender() {
        this(InetAddress::getAllByName);
    }

    Sender(Addresses.Lookup lookup) {
        upstream = new Upstream(new UpstreamSettings(Duration.ofSeconds(2)), lookup);
    }

    /// What was told about an answer that was relayed to its end.
    record Relayed(int status, String body, RelayEnd end) {}

    static UpstreamRequest get(BaseUrl base, String target) {
        return new UpstreamRequest(base, "GET", target, List.of(), UpstreamBody.none());
    }

    Outcome send(UpstreamRequest request) throws Exception {
        return send(request, LONG);
    }

    Outcome send(UpstreamRequest request, Duration deadline) throws Exception {
        CompletableFuture<Outcome> told = new CompletableFuture<>();
        upstream.send(request, deadline, loop, told::complete);
        return told.get(10, TimeUnit.SECONDS);
    }

    /// Sends and relays the answer at once.
    Relayed exchange(UpstreamRequest request) throws Exception {
        CompletableFuture<Relayed> ended = new CompletableFuture<>();
        upstream.send(request, LONG, loop, outcome -> {
            if (outcome instanceof Outcome.Answered(UpstreamAnswer answer)) {
                RecordingSink sink = new RecordingSink();
                answer.relay(
                                AnswerObserver.NONE,
                                end -> ended.complete(new Relayed(answer.status(), sink.text.toString(), end)))
                        .relayTo(sink);
            } else {
                ended.completeExceptionally(new AssertionError(outcome.toString()));
            }
        });
        return ended.get(10, TimeUnit.SECONDS);
    }

    /// Relays an answer that was told before.
    RelayedAnswer relay(UpstreamAnswer answer, AnswerObserver observer, Consumer<RelayEnd> done, AnswerSink sink) {
        return onLoop(() -> {
            RelayedAnswer relay = answer.relay(observer, done);
            relay.relayTo(sink);
            return relay;
        });
    }

    <T> T onLoop(Callable<T> action) {
        return loop.submit(action).syncUninterruptibly().getNow();
    }

    void onLoop(Runnable action) {
        loop.submit(action).syncUninterruptibly();
    }

    @Override
    public void close() {
        upstream.close();
        loops.close();
    }
}
