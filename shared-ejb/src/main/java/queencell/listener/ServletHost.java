package queencell.listener;

import io.netty.channel.EventLoop;
import jakarta.servlet.AsyncContext;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.InetAddress;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;

/// The other host of the same application: Payara's own listener, through asynchronous servlet requests
/// (`QUEEN_PROXY_LISTENER=payara`, `GATE_LISTENER=payara`). Thread-safe.
///
/// Framing, TLS, keep-alive and the number of connections are Payara's then, set by its boot commands; what a head
/// may hold, edge timeouts, progress of bodies, relays and disconnects are judged here as on the Netty host.
public final class ServletHost {

    private final String name;
    private final EdgeSettings edge;
    private final OwnAnswers own;
    private final EventLoops loops;
    private final Dispatch dispatch;
    private final BodyMemory bodies;
    private final Set<ServletCall> running = ConcurrentHashMap.newKeySet();
    private volatile boolean draining;

    /// @param own what the answers say that the host gives by itself
    public ServletHost(
            String name,
            EdgeSettings edge,
            OwnAnswers own,
            EventLoops loops,
            HostedApplication application,
            RequestPlanner planner,
            Executor blocking) {
        this.name = name;
        this.edge = edge;
        this.own = own;
        this.loops = loops;
        this.bodies = BodyMemory.of(name, edge);
        this.dispatch = new Dispatch(application, planner, blocking);
    }

    /// Takes over one request and returns at once; the answer is written from the loops.
    void serve(HttpServletRequest request, HttpServletResponse response) throws IOException {
        switch (ServletHead.read(request, edge)) {
            case HeadReader.Outcome.Refused refused -> refuse(request, response, refused);
            case HeadReader.Outcome.Read read -> begin(request, read.head());
            case HeadReader.Outcome.More _ -> throw new IllegalStateException("a servlet's head is always whole");
        }
    }

    private void refuse(HttpServletRequest request, HttpServletResponse response, HeadReader.Outcome.Refused refused)
            throws IOException {
        InetAddress peer = InetAddress.ofLiteral(request.getRemoteAddr());
        ServletCall.writeHead(
                response, AnswerHead.of(refused.refusal(), own.hsts(request.isSecure(), peer, refused.headers())));
        byte[] body = refused.refusal().body();
        response.setHeader("Connection", "close");
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private void begin(HttpServletRequest request, RequestHead head) throws IOException {
        AsyncContext async = request.startAsync();
        // the edge timeout is ours
        async.setTimeout(0);
        EventLoop loop = loops.group().next();
        ServletCall call = new ServletCall(this, loop, async, request, head);
        running.add(call);
        call.begin();
    }

    String name() {
        return name;
    }

    EdgeSettings edge() {
        return edge;
    }

    OwnAnswers own() {
        return own;
    }

    BodyMemory bodies() {
        return bodies;
    }

    Dispatch dispatch() {
        return dispatch;
    }

    boolean draining() {
        return draining;
    }

    void ended(ServletCall call) {
        running.remove(call);
    }

    /// Requests that are not answered yet.
    public int runningRequests() {
        return running.size();
    }

    /// Waits for running requests, which are answered with `Connection: close` from now on (pipeline, 14.3), and gives
    /// up what is left after `grace`. Blocks; Payara itself accepts no more by then.
    public void drain(Duration grace) {
        draining = true;
        long endNanos = System.nanoTime() + grace.toNanos();
        try {
            while (!running.isEmpty() && System.nanoTime() - endNanos < 0) {
                Thread.sleep(20);
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
        running.forEach(ServletCall::giveUp);
    }
}
