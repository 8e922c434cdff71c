package queencell.listener;

import io.netty.channel.EventLoop;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoEventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.ServerSocketChannel;
import io.netty.channel.socket.SocketChannel;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.netty.util.concurrent.EventExecutor;
import io.netty.util.concurrent.Future;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/// The threads that serve all connections of an application, inbound and upstream: epoll where the machine has
/// it, else NIO.
public final class EventLoops implements AutoCloseable {

    private final EventLoopGroup group;

    private EventLoops(EventLoopGroup group) {
        this.group = group;
    }

    /// @param name goes before the number in the threads' names
    /// @param threads how many; see [WorkerThreads]
    public static EventLoops start(String name, int threads) {
        return start(name, threads, Epoll.isAvailable());
    }

    static EventLoops start(String name, int threads, boolean epoll) {
        return new EventLoops(new MultiThreadIoEventLoopGroup(
                threads, namedThreads(name), epoll ? EpollIoHandler.newFactory() : NioIoHandler.newFactory()));
    }

    /// The class loader of the application goes with its threads, so that JAX-RS and CDI find what belongs to
    /// it.
    private static ThreadFactory namedThreads(String name) {
        ClassLoader loader = Thread.currentThread().getContextClassLoader();
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new io.netty.util.concurrent.FastThreadLocalThread(
                    task, name + "-loop-" + number.incrementAndGet());
            thread.setContextClassLoader(loader);
            thread.setDaemon(true);
            return thread;
        };
    }

    public EventLoopGroup group() {
        return group;
    }

    /// The kind of socket that a loop can serve.
    public static Class<? extends SocketChannel> socketsOf(EventLoop loop) {
        return isEpoll(loop) ? EpollSocketChannel.class : NioSocketChannel.class;
    }

    static Class<? extends ServerSocketChannel> serverSocketsOf(EventLoop loop) {
        return isEpoll(loop) ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    private static boolean isEpoll(EventLoop loop) {
        return loop instanceof IoEventLoop io && io.isIoType(EpollIoHandler.class);
    }

    /// Waits until every loop has done what it was given before, the ends of connections that were just closed
    /// included; at most so long. Blocks; not for event-loop threads.
    ///
    /// @return whether it has
    public boolean settle(Duration patience) {
        long endNanos = System.nanoTime() + patience.toNanos();
        // a connection that closes says so first and tells its handlers with a task of its own afterwards, which may
        // come behind the first of these
        return passed(endNanos) && passed(endNanos);
    }

    private boolean passed(long endNanos) {
        List<Future<?>> passes = new ArrayList<>();
        for (EventExecutor loop : group) {
            if (!loop.isShuttingDown()) {
                passes.add(loop.submit(() -> {}));
            }
        }
        boolean all = true;
        for (Future<?> pass : passes) {
            all &= pass.awaitUninterruptibly(Math.max(0, endNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        }
        return all;
    }

    /// Ends the threads; connections that are still open are closed.
    @Override
    public void close() {
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly(3, TimeUnit.SECONDS);
    }
}
