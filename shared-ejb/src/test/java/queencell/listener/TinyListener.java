package queencell.listener;

import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/// A running listener with the tiny application behind it.
record TinyListener(TinyApplication application, EventLoops loops, HttpListener listener) implements AutoCloseable {

    static TinyListener start() {
        return start(edge -> edge);
    }

    static TinyListener start(UnaryOperator<EdgeSettings> bounds) {
        return start(bounds, Optional.empty(), EventLoops.start("tiny", 1));
    }

    static TinyListener start(
            UnaryOperator<EdgeSettings> bounds, Optional<ListenerSettings.Tls> tls, EventLoops loops) {
        return start(bounds, tls, OwnAnswers.SILENT, loops);
    }

    static TinyListener start(
            UnaryOperator<EdgeSettings> bounds, Optional<ListenerSettings.Tls> tls, OwnAnswers own, EventLoops loops) {
        TinyApplication application = new TinyApplication();
        var settings = new ListenerSettings(
                "tiny", new InetSocketAddress("127.0.0.1", 0), tls, bounds.apply(EdgeSettings.defaults()), own);
        HttpListener listener = HttpListener.start(
                settings, loops, application.hosted(), application::plan, Executors.newVirtualThreadPerTaskExecutor());
        return new TinyListener(application, loops, listener);
    }

    RawClient client() throws java.io.IOException {
        return RawClient.to(listener.address());
    }

    @Override
    public void close() {
        listener.close();
        loops.close();
    }

    /// The default bounds with one of the times replaced.
    static UnaryOperator<EdgeSettings> with(String component, Duration value) {
        return edge -> with(edge, component, value, edge.maxConnections(), edge.bodyMemoryBytes());
    }

    /// The default bounds with another number of connections.
    static EdgeSettings connections(EdgeSettings edge, int max) {
        return with(edge, "", Duration.ZERO, max, edge.bodyMemoryBytes());
    }

    /// The default bounds with so much memory for bodies.
    static EdgeSettings bodies(EdgeSettings edge, long memory) {
        return with(edge, "", Duration.ZERO, edge.maxConnections(), memory);
    }

    private static EdgeSettings with(
            EdgeSettings edge, String component, Duration value, int maxConnections, long bodyMemory) {
        return new EdgeSettings(
                maxConnections,
                edge.maxHeaders(),
                edge.maxHeaderBytes(),
                edge.maxHeaderValueBytes(),
                edge.maxUriBytes(),
                bodyMemory,
                component.equals("headReadTimeout") ? value : edge.headReadTimeout(),
                component.equals("tlsHandshakeTimeout") ? value : edge.tlsHandshakeTimeout(),
                edge.bodyProgressBytes(),
                component.equals("bodyProgressPeriod") ? value : edge.bodyProgressPeriod(),
                component.equals("keepAliveIdle") ? value : edge.keepAliveIdle(),
                component.equals("writeStall") ? value : edge.writeStall(),
                edge.requestTimeout(),
                edge.longPollGrace(),
                edge.longPollMax());
    }
}
