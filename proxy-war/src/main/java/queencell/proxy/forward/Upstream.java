package queencell.proxy.forward;

import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/// The client that sends tenants' requests to their brokers: HTTP/1.1 over plain TCP, kept-alive connections,
/// no redirects, no cookies, no decoding, no repetition of anything that was sent (pipeline, 9.1 and 18).
/// Thread-safe.
public final class Upstream implements AutoCloseable {

    private final UpstreamSettings settings;
    private final Addresses addresses;
    private final Map<EventLoop, LoopPool> pools = new ConcurrentHashMap<>();
    private final DetachedRelays detached = new DetachedRelays();

    public Upstream(UpstreamSettings settings) {
        this(settings, InetAddress::getAllByName);
    }

    Upstream(UpstreamSettings settings, Addresses.Lookup lookup) {
        this.settings = settings;
        this.addresses = new Addresses(lookup, UpstreamSettings.ADDRESS_TTL, System::nanoTime);
    }

    /// Sends a request on a connection of this loop. Callable from any thread.
    ///
    /// @param deadline from now until the head of the answer
    /// @param loop the loop of the inbound connection, `Inbound.loop()`
    /// @param handler told once what became of it, on the loop; not after [UpstreamCall#cancel()]
    public UpstreamCall send(UpstreamRequest request, Duration deadline, EventLoop loop, Consumer<Outcome> handler) {
        UpstreamExchange exchange = new UpstreamExchange(request, loop, handler);
        if (loop.inEventLoop()) {
            exchange.start(poolOf(loop), deadline);
        } else {
            loop.execute(() -> exchange.start(poolOf(loop), deadline));
        }
        return exchange;
    }

    private LoopPool poolOf(EventLoop loop) {
        LoopPool pool = pools.get(loop);
        return pool != null ? pool : pools.computeIfAbsent(loop, this::newPool);
    }

    private LoopPool newPool(EventLoop loop) {
        return new LoopPool(loop, settings.connectTimeout(), addresses, System::nanoTime, detached);
    }

    /// Idle connections of all loops.
    public int idleConnections() {
        return pools.values().stream().mapToInt(LoopPool::idleConnections).sum();
    }

    /// For a stop, when no client is served any more: lets answers whose clients have left be read to their ends
    /// for their observers, at most so long, and gives up what is left of them. Their ends are told on the
    /// loops, at the latest by the next task of each. Blocks; not for event-loop threads.
    public void finishDetached(Duration patience) {
        detached.await(patience).forEach(AnswerRelay::endRest);
    }

    /// Closes idle connections; those in use close after their answer.
    @Override
    public void close() {
        pools.values().forEach(LoopPool::close);
    }
}
