package queencell.listener;

import static queencell.log.Field.field;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.EventLoop;
import io.netty.channel.socket.SocketChannel;
import io.netty.util.concurrent.EventExecutor;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.process.BrokenClass;

/// A listening port that feeds a JAX-RS application: strict HTTP/1.1, plain or TLS (pipeline, 13 and 14).
///
/// Thread-safe. Whoever started it drains and closes it, before the event loops.
public final class HttpListener implements AutoCloseable {

    private static final EventLog LOG = EventLog.of("edge");
    private static final int BACKLOG = 1024;

    private final ListenerCore core;
    private final Map<EventLoop, Sweeper> sweepers;
    private final Optional<TlsContext> tls;
    private final int maxConnections;
    private final AtomicInteger open = new AtomicInteger();
    private final CountDownLatch allClosed = new CountDownLatch(1);
    private final Sampler overflow = Sampler.every(Duration.ofSeconds(30));
    private Channel server;

    private HttpListener(ListenerCore core, ListenerSettings settings, EventLoops loops) {
        this.core = core;
        this.tls = settings.tls().map(TlsContext::of);
        this.maxConnections = settings.edge().maxConnections();
        this.sweepers = StreamSupport.stream(loops.group().spliterator(), false)
                .map(EventLoop.class::cast)
                .collect(Collectors.toMap(loop -> loop, Sweeper::new));
    }

    /// Binds and serves. TLS material is read before the port is bound.
    ///
    /// @param blocking runs requests whose plan says that they may block, on virtual threads
    /// @throws IllegalArgumentException when certificate or key cannot be used
    /// @throws UncheckedIOException when the address cannot be bound
    public static HttpListener start(
            ListenerSettings settings,
            EventLoops loops,
            HostedApplication application,
            RequestPlanner planner,
            Executor blocking) {
        ListenerCore core = new ListenerCore(settings, application, planner, blocking);
        HttpListener listener = new HttpListener(core, settings, loops);
        listener.bind(settings, loops);
        return listener;
    }

    private void bind(ListenerSettings settings, EventLoops loops) {
        ChannelFuture bound = new ServerBootstrap()
                .group(loops.group())
                .channel(EventLoops.serverSocketsOf(
                        (EventLoop) loops.group().iterator().next()))
                .option(ChannelOption.SO_BACKLOG, BACKLOG)
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childHandler(new ChannelInitializer<SocketChannel>() {
                    @Override
                    protected void initChannel(SocketChannel channel) {
                        accept(channel);
                    }

                    @Override
                    public void exceptionCaught(ChannelHandlerContext ctx, Throwable fault) throws Exception {
                        BrokenClass.endsProcess(LOG, fault);
                        super.exceptionCaught(ctx, fault);
                    }
                })
                .bind(settings.bind())
                .awaitUninterruptibly();
        if (!bound.isSuccess()) {
            throw new UncheckedIOException(
                    "%s: cannot listen on %s: %s"
                            .formatted(
                                    settings.name(),
                                    settings.bind(),
                                    bound.cause().getMessage()),
                    new java.io.IOException(bound.cause()));
        }
        server = bound.channel();
        sweepers.values().forEach(sweeper -> sweeper.start(settings.sweep()));
    }

    private void accept(SocketChannel channel) {
        if (open.incrementAndGet() > maxConnections) {
            left();
            channel.close();
            overflow.letThrough()
                    .ifPresent(suppressed -> LOG.warn(
                            "too_many_connections",
                            field("listener", core.name()),
                            field("max", maxConnections),
                            field("suppressed", suppressed)));
            return;
        }
        channel.closeFuture().addListener(_ -> left());
        tls.ifPresent(context ->
                channel.pipeline().addLast(context.newHandler(core.edge().tlsHandshakeTimeout())));
        channel.pipeline().addLast(new Connection(core, sweepers.get(channel.eventLoop())));
    }

    private void left() {
        if (open.decrementAndGet() == 0 && core.draining()) {
            allClosed.countDown();
        }
    }

    public InetSocketAddress address() {
        return (InetSocketAddress) server.localAddress();
    }

    public int openConnections() {
        return open.get();
    }

    /// Stops accepting and lets requests that are running finish, with `Connection: close`; after `grace` gives
    /// up what is left, parked polls included. Blocks until then; not for event-loop threads.
    public void drain(Duration grace) {
        core.beginDraining();
        server.close().awaitUninterruptibly();
        onEachConnection(Connection::drain);
        if (open.get() == 0) {
            return;
        }
        try {
            if (!allClosed.await(grace.toNanos(), TimeUnit.NANOSECONDS)) {
                LOG.warn("drain_ran_out_of_grace", field("listener", core.name()), field("open", open.get()));
                onEachConnection(Connection::giveUp);
                allClosed.await(2, TimeUnit.SECONDS);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /// Closes the port and every connection at once.
    @Override
    public void close() {
        drain(Duration.ZERO);
        sweepers.values().forEach(Sweeper::stop);
    }

    private void onEachConnection(Consumer<Connection> action) {
        for (Map.Entry<EventLoop, Sweeper> each : sweepers.entrySet()) {
            EventExecutor loop = each.getKey();
            if (!loop.isShuttingDown()) {
                loop.submit(() -> each.getValue().each(action)).awaitUninterruptibly();
            }
        }
    }
}
