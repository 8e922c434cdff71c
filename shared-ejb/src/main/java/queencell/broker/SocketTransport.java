package queencell.broker;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongConsumer;
import javax.net.ssl.SSLSocketFactory;
import queencell.address.ServerAddress;
import queencell.json.UnreadableBytesException;

/// HTTP/1.1 over blocking sockets, for virtual threads: a call writes, waits and reads on its own thread.
///
/// Connections are kept and taken last in, first out, without a bound, so that a working call never waits
/// behind a parked poll (wire, 23.1). One watchdog cuts what is over its time by closing the connection,
/// which ends a blocked connect, write or read alike; it also drops connections that nobody has used for a
/// while.
final class SocketTransport implements Transport {

    /// No time limit is overrun by more; none is looked at more often.
    private static final long LOOK_NANOS = Duration.ofMillis(50).toNanos();
    /// Where nothing is due: calls that are parked at the broker cost nothing.
    private static final long LONGEST_NANOS = Duration.ofSeconds(5).toNanos();
    private static final long IDLE_NANOS = Duration.ofSeconds(30).toNanos();

    private final Duration connectLimit;
    private final SSLSocketFactory tls;
    private final LongConsumer sleep;
    private final Map<URI, ConcurrentLinkedDeque<Connection>> idle = new ConcurrentHashMap<>();
    private final Set<Attempt> running = ConcurrentHashMap.newKeySet();
    private final Thread watchdog;
    private volatile long nextLook = System.nanoTime();
    private volatile boolean closed;

    SocketTransport(Duration connectLimit) {
        this(connectLimit, (SSLSocketFactory) SSLSocketFactory.getDefault());
    }

    SocketTransport(Duration connectLimit, SSLSocketFactory tls) {
        this(connectLimit, tls, LockSupport::parkNanos);
    }

    /// @param sleep of the watchdog, for so many nanoseconds or until it is unparked
    SocketTransport(Duration connectLimit, SSLSocketFactory tls, LongConsumer sleep) {
        this.connectLimit = connectLimit;
        this.tls = tls;
        this.sleep = sleep;
        watchdog = Thread.ofVirtual().name("broker-watchdog").start(this::watch);
    }

    /// One request on one connection, as the watchdog and a scope see it.
    private static final class Attempt implements CallScope.Abortable {
        private final long deadlineNanos;
        private SocketChannel channel;
        private volatile boolean late;
        private volatile boolean aborted;

        Attempt(Duration limit) {
            deadlineNanos = System.nanoTime() + limit.toNanos();
        }

        /// @return false when it was cut before it began
        synchronized boolean uses(SocketChannel used) {
            channel = used;
            return !late && !aborted;
        }

        @Override
        public void abort() {
            aborted = true;
            cut();
        }

        void timeOut() {
            late = true;
            cut();
        }

        private synchronized void cut() {
            if (channel != null) {
                Connection.closeQuietly(channel);
            }
        }

        /// Lets go of the connection, so that a late cut does not meet its next user.
        ///
        /// @return true when it was not cut
        synchronized boolean released() {
            channel = null;
            return !late && !aborted;
        }

        long leftMillis() {
            return (deadlineNanos - System.nanoTime()) / 1_000_000;
        }
    }

    @Override
    public Exchange exchange(Request request) {
        var attempt = new Attempt(request.limit());
        if (closed || !request.scope().enter(attempt)) {
            return new Exchange.Aborted();
        }
        watch(attempt);
        try {
            return onSomeConnection(request, attempt);
        } finally {
            running.remove(attempt);
            request.scope().leave(attempt);
        }
    }

    private Exchange onSomeConnection(Request request, Attempt attempt) {
        Connection kept = takeKept(request.base());
        if (kept != null) {
            Exchange exchange = on(kept, request, attempt);
            boolean dead = exchange instanceof Exchange.NotSent
                    || (exchange instanceof Exchange.Broken && request.repeatable() && !kept.answering());
            if (!dead || attempt.late || attempt.aborted) {
                return exchange;
            }
            // the broker closed it while it was idle: once more, on a connection that is certainly alive
        }
        try {
            return on(connect(request.base(), attempt), request, attempt);
        } catch (IOException unreachable) {
            if (attempt.aborted) {
                return new Exchange.Aborted();
            }
            return new Exchange.NotSent("no connection to %s: %s".formatted(request.base(), reason(unreachable)));
        }
    }

    private Exchange on(Connection connection, Request request, Attempt attempt) {
        boolean keep = false;
        try {
            if (!attempt.uses(connection.channel())) {
                return attempt.aborted ? new Exchange.Aborted() : new Exchange.NotSent("out of time before sending");
            }
            connection.send(request);
            RawAnswer answer = connection.receive(request);
            keep = answer.keepAlive();
            return new Exchange.Answered(answer);
        } catch (UnreadableBytesException unreadable) {
            return new Exchange.Unreadable(unreadable.getMessage());
        } catch (IOException broken) {
            return fault(connection, request, attempt, broken);
        } finally {
            if (attempt.released() && keep && !closed) {
                giveBack(request.base(), connection);
            } else {
                connection.close();
            }
        }
    }

    private static Exchange fault(Connection connection, Request request, Attempt attempt, IOException broken) {
        if (attempt.aborted) {
            return new Exchange.Aborted();
        }
        String text = attempt.late
                ? "no answer from %s within %d ms"
                        .formatted(request.base(), request.limit().toMillis())
                : "the connection to %s broke: %s".formatted(request.base(), reason(broken));
        return connection.anythingSent() ? new Exchange.Broken(text) : new Exchange.NotSent(text);
    }

    private Connection takeKept(URI base) {
        ConcurrentLinkedDeque<Connection> kept = idle.get(base);
        if (kept == null) {
            return null;
        }
        while (true) {
            Connection connection = kept.pollFirst();
            if (connection == null || connection.alive()) {
                return connection;
            }
            connection.close();
        }
    }

    private void giveBack(URI base, Connection connection) {
        connection.idleSince(System.nanoTime());
        idle.computeIfAbsent(base, url -> new ConcurrentLinkedDeque<>()).addFirst(connection);
        if (closed) {
            closeIdle();
        }
    }

    /// Tries every address of the host; the last failure speaks for all.
    private Connection connect(URI base, Attempt attempt) throws IOException {
        boolean secure = base.getScheme().equalsIgnoreCase("https");
        ServerAddress server = ServerAddress.of(base).orElseThrow(() -> new IOException("no host"));
        String host = server.host();
        int port = server.port() >= 0 ? server.port() : secure ? 443 : 80;
        IOException last = new IOException("no address");
        for (InetAddress address : InetAddress.getAllByName(host)) {
            try {
                return connect(new InetSocketAddress(address, port), host, secure, attempt);
            } catch (IOException unreachable) {
                last = unreachable;
            }
            if (attempt.aborted || attempt.late) {
                throw last;
            }
        }
        throw last;
    }

    private Connection connect(InetSocketAddress address, String host, boolean secure, Attempt attempt)
            throws IOException {
        SocketChannel channel = SocketChannel.open();
        boolean done = false;
        try {
            if (!attempt.uses(channel)) {
                throw new IOException("out of time");
            }
            long millis = Math.clamp(attempt.leftMillis(), 1, connectLimit.toMillis());
            channel.socket().connect(address, (int) millis);
            channel.socket().setTcpNoDelay(true);
            Connection connection = secure ? Connection.secure(channel, tls, host) : Connection.plain(channel);
            done = true;
            return connection;
        } finally {
            if (!done) {
                Connection.closeQuietly(channel);
            }
        }
    }

    private void watch() {
        while (!closed) {
            long now = System.nanoTime();
            // before the look: an attempt that comes too late to be seen finds the time and calls again
            nextLook = now + LONGEST_NANOS;
            long wait = LONGEST_NANOS;
            for (Attempt attempt : running) {
                long left = attempt.deadlineNanos - now;
                if (left <= 0) {
                    attempt.timeOut();
                } else {
                    wait = Math.min(wait, left);
                }
            }
            idle.values().forEach(kept -> dropUnused(kept, now));
            wait = Math.max(wait, LOOK_NANOS);
            nextLook = now + wait;
            sleep.accept(wait);
        }
    }

    private void watch(Attempt attempt) {
        running.add(attempt);
        if (attempt.deadlineNanos - nextLook < 0) {
            LockSupport.unpark(watchdog);
        }
    }

    private static void dropUnused(ConcurrentLinkedDeque<Connection> kept, long now) {
        while (true) {
            Connection oldest = kept.pollLast();
            if (oldest == null) {
                return;
            }
            if (now - oldest.idleSince() < IDLE_NANOS) {
                kept.addLast(oldest);
                return;
            }
            oldest.close();
        }
    }

    private void closeIdle() {
        idle.values().forEach(kept -> {
            for (Connection connection = kept.pollFirst(); connection != null; connection = kept.pollFirst()) {
                connection.close();
            }
        });
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(watchdog);
        running.forEach(Attempt::abort);
        closeIdle();
    }

    private static String reason(IOException fault) {
        return fault.getMessage() == null ? fault.getClass().getSimpleName() : fault.getMessage();
    }
}
