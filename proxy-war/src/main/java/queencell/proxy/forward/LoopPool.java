package queencell.proxy.forward;

import io.netty.bootstrap.Bootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandler;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import queencell.listener.EventLoops;

/// Connections to brokers that belong to one event loop. The one used last is used next, so that those beyond
/// the present need grow old and are closed. Used on its loop only: no locks.
final class LoopPool {

    private static final Duration SWEEP = Duration.ofSeconds(1);

    private final EventLoop loop;
    private final Addresses addresses;
    private final LongSupplier nanoClock;
    private final DetachedRelays detached;
    private final Bootstrap bootstrap;
    private final Map<String, ArrayDeque<UpstreamConnection>> idle = new HashMap<>();
    private final ScheduledFuture<?> sweeper;
    private volatile int idleConnections;
    private boolean closed;

    LoopPool(
            EventLoop loop,
            Duration connectTimeout,
            Addresses addresses,
            LongSupplier nanoClock,
            DetachedRelays detached) {
        this.loop = loop;
        this.addresses = addresses;
        this.nanoClock = nanoClock;
        this.detached = detached;
        this.bootstrap = new Bootstrap()
                .group(loop)
                .channel(EventLoops.socketsOf(loop))
                .option(ChannelOption.TCP_NODELAY, true)
                .option(ChannelOption.CONNECT_TIMEOUT_MILLIS, Math.toIntExact(connectTimeout.toMillis()))
                .handler(new NoHandler());
        this.sweeper =
                loop.scheduleWithFixedDelay(this::sweep, SWEEP.toMillis(), SWEEP.toMillis(), TimeUnit.MILLISECONDS);
    }

    /// The handler comes with the connection itself.
    @ChannelHandler.Sharable
    private static final class NoHandler extends ChannelInitializer<Channel> {
        @Override
        protected void initChannel(Channel channel) {
            // added once the connection stands
        }
    }

    /// Gives the exchange a kept connection, or else opens one.
    void connect(UpstreamExchange exchange) {
        ArrayDeque<UpstreamConnection> kept = idle.get(exchange.base().authority());
        while (kept != null && !kept.isEmpty()) {
            UpstreamConnection connection = kept.pollFirst();
            idleConnections--;
            if (connection.isAlive()) {
                exchange.connected(connection);
                return;
            }
        }
        connectAnew(exchange);
    }

    void connectAnew(UpstreamExchange exchange) {
        CompletableFuture<List<InetAddress>> found =
                addresses.of(exchange.base().host());
        if (found.isDone() && !found.isCompletedExceptionally()) {
            open(exchange, found.join(), 0);
            return;
        }
        found.whenComplete((all, unknown) -> loop.execute(() -> {
            if (unknown == null) {
                open(exchange, all, 0);
            } else {
                exchange.unreachable("the address of " + exchange.base().host() + " is not known");
            }
        }));
    }

    /// Tries one address after the other: as long as nothing was sent, the next one is as good.
    private void open(UpstreamExchange exchange, List<InetAddress> all, int at) {
        if (exchange.over()) {
            return;
        }
        BaseUrl base = exchange.base();
        ChannelFuture opening = bootstrap.connect(new InetSocketAddress(all.get(at), base.port()));
        opening.addListener(_ -> {
            if (opening.isSuccess()) {
                UpstreamConnection connection = new UpstreamConnection(this, base.authority());
                opening.channel().pipeline().addLast(connection);
                if (exchange.over()) {
                    keep(connection);
                } else {
                    exchange.connected(connection);
                }
            } else if (at + 1 < all.size()) {
                open(exchange, all, at + 1);
            } else {
                exchange.unreachable(
                        base + " took no connection: " + opening.cause().getMessage());
            }
        });
    }

    /// Takes a connection that is free again.
    void keep(UpstreamConnection connection) {
        ArrayDeque<UpstreamConnection> kept = idle.computeIfAbsent(connection.authority(), _ -> new ArrayDeque<>());
        if (closed) {
            connection.close();
            return;
        }
        connection.becameIdle(nanoClock.getAsLong());
        kept.addFirst(connection);
        idleConnections++;
    }

    /// A kept connection was closed by the broker.
    void lost(UpstreamConnection connection) {
        ArrayDeque<UpstreamConnection> kept = idle.get(connection.authority());
        if (kept != null && kept.remove(connection)) {
            idleConnections--;
            if (kept.isEmpty()) {
                idle.remove(connection.authority());
            }
        }
    }

    /// Closes what has been idle for too long.
    void sweep() {
        long nowNanos = nanoClock.getAsLong();
        closeIdleSince(nowNanos - UpstreamSettings.MAX_IDLE_TIME.toNanos(), 0);
        closeIdleSince(nowNanos - UpstreamSettings.SURPLUS_IDLE_TIME.toNanos(), UpstreamSettings.MAX_IDLE);
    }

    /// Closes those that lie at the end of a deque since before this time, down to `spared` of each.
    private void closeIdleSince(long nanos, int spared) {
        for (ArrayDeque<UpstreamConnection> kept : List.copyOf(idle.values())) {
            while (kept.size() > spared && kept.peekLast().idleSinceNanos() - nanos <= 0) {
                UpstreamConnection oldest = kept.peekLast();
                lost(oldest);
                oldest.close();
            }
        }
    }

    DetachedRelays detached() {
        return detached;
    }

    int idleConnections() {
        return idleConnections;
    }

    void close() {
        if (loop.isShuttingDown()) {
            return;
        }
        loop.execute(() -> {
            closed = true;
            sweeper.cancel(false);
            closeIdleSince(nanoClock.getAsLong(), 0);
        });
    }
}
