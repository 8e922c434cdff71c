package queencell.listener;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.HEAD;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerRequestFilter;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.container.PreMatching;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.glassfish.jersey.server.ResourceConfig;

/// A small JAX-RS application that remembers what it saw, so that tests can look at the side behind the
/// listener.
final class TinyApplication {
    static final int HUGE = 16_000_000;

    /// What reached the application: `METHOD target`.
    final List<String> seen = new CopyOnWriteArrayList<>();

    final List<InboundHeaders> headers = new CopyOnWriteArrayList<>();
    final List<String> bodies = new CopyOnWriteArrayList<>();
    final List<String> threads = new CopyOnWriteArrayList<>();
    final List<AsyncResponse> parked = new CopyOnWriteArrayList<>();
    final List<Source> sources = new CopyOnWriteArrayList<>();
    final List<Taker> takers = new CopyOnWriteArrayList<>();
    final List<Inbound> inbounds = new CopyOnWriteArrayList<>();
    final AtomicInteger gone = new AtomicInteger();
    /// Ends what `/blocking-work` does.
    final CountDownLatch work = new CountDownLatch(1);

    volatile Duration timeout = Duration.ofSeconds(60);
    volatile int maxBody = 1024;

    HostedApplication hosted() {
        return HostedApplication.of(new ResourceConfig().registerInstances(new Before(), new After(), new Paths()));
    }

    /// `/late/…` leaves the body to the resource, `/blocking` runs on a virtual thread, the rest is read
    /// beforehand.
    RequestPlan plan(Inbound head) {
        String target = head.target();
        if (target.startsWith("/late")) {
            int end = target.indexOf('/', 6);
            return RequestPlan.onDemand(URI.create(end < 0 ? target : target.substring(0, end)), timeout);
        }
        if (target.startsWith("/raw")) {
            return RequestPlan.onDemand(URI.create("/raw"), timeout);
        }
        RequestPlan plan = RequestPlan.collected(URI.create(target), maxBody, "TINY_MAX_BODY", timeout);
        return target.startsWith("/blocking") ? plan.blocking() : plan;
    }

    @PreMatching
    private final class Before implements ContainerRequestFilter {
        @Override
        public void filter(ContainerRequestContext request) {
            Inbound inbound = Inbound.of(request);
            inbounds.add(inbound);
            seen.add(inbound.method() + " " + inbound.target());
            headers.add(inbound.headers());
            threads.add(
                    Thread.currentThread().isVirtual()
                            ? "virtual"
                            : Thread.currentThread().getName());
        }
    }

    private static final class After implements ContainerResponseFilter {
        @Override
        public void filter(ContainerRequestContext request, ContainerResponseContext response) {
            response.getHeaders().putSingle("x-after", "yes");
        }
    }

    /// A relayed answer whose pieces the test pushes.
    final class Source implements RelayedAnswer {
        volatile AnswerSink sink;
        volatile boolean cancelled;
        final AtomicInteger caughtUp = new AtomicInteger();
        final Inbound inbound;

        Source(Inbound inbound) {
            this.inbound = inbound;
        }

        @Override
        public void relayTo(AnswerSink given) {
            given.onWritable(caughtUp::incrementAndGet);
            sink = given;
        }

        @Override
        public void cancelled() {
            cancelled = true;
        }

        void write(String text) {
            onLoop(() -> sink.write(Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1)));
        }

        void end() {
            onLoop(() -> sink.end());
        }

        void fail() {
            onLoop(() -> sink.fail());
        }

        boolean writable() {
            return inbound.loop()
                    .submit(() -> sink.writable())
                    .syncUninterruptibly()
                    .getNow();
        }

        private void onLoop(Runnable action) {
            inbound.loop().submit(action).syncUninterruptibly();
        }
    }

    /// Takes a relayed request body.
    static final class Taker implements BodyReceiver {
        final StringBuffer text = new StringBuffer();
        volatile boolean ended;
        volatile BodyFailure failure;
        volatile BodyFlow flow;

        @Override
        public void chunk(ByteBuf piece) {
            text.append(piece.toString(StandardCharsets.ISO_8859_1));
            piece.release();
        }

        @Override
        public void end() {
            ended = true;
        }

        @Override
        public void failed(BodyFailure why) {
            failure = why;
        }
    }

    @Path("/")
    public final class Paths {

        @GET
        @Path("hello{rest:.*}")
        public String hello(@PathParam("rest") String rest) {
            return "hello" + rest;
        }

        @GET
        @Path("blocking")
        public String blocking() {
            return "blocked";
        }

        @POST
        @Path("blocking-work")
        public String work(String body) throws InterruptedException {
            work.await();
            return body;
        }

        @GET
        @Path("nothing")
        public Response nothing() {
            return Response.noContent().build();
        }

        @GET
        @Path("unchanged")
        public Response unchanged() {
            return Response.notModified().build();
        }

        @GET
        @Path("split")
        public Response split() {
            return Response.ok("x").header("x-split", "a\r\nx-smuggled: 1").build();
        }

        @GET
        @Path("large")
        public byte[] large() {
            return "l".repeat(300_000).getBytes(StandardCharsets.ISO_8859_1);
        }

        /// More than a socket takes at once.
        @GET
        @Path("huge")
        public byte[] huge() {
            return new byte[HUGE];
        }

        @GET
        @Path("fault")
        public String fault() {
            throw new IllegalStateException("inner secret");
        }

        @GET
        @Path("raw")
        public String raw(@Context ContainerRequestContext request) {
            return Inbound.of(request).target();
        }

        @POST
        @Path("echo")
        public String echo(String body) {
            bodies.add(body);
            return body;
        }

        @GET
        @Path("park")
        public void park(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
            Inbound.of(request).onDisconnect(gone::incrementAndGet);
            parked.add(response);
        }

        @GET
        @Path("relay")
        public Response relay(@Context ContainerRequestContext request) {
            Source source = new Source(Inbound.of(request));
            sources.add(source);
            return Response.ok(source).type("text/plain").build();
        }

        @GET
        @Path("relay5")
        public Response relayFive(@Context ContainerRequestContext request) {
            Source source = new Source(Inbound.of(request));
            sources.add(source);
            return Response.ok(source).header("Content-Length", "5").build();
        }

        @HEAD
        @Path("relay5")
        public Response headOfFive(@Context ContainerRequestContext request) {
            return relayFive(request);
        }

        @POST
        @Path("late-collect")
        public void collect(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
            Inbound.of(request)
                    .body()
                    .collect(
                            Inbound.of(request).headers().first("x-holder").orElse("somebody"),
                            maxBody,
                            collected -> response.resume(
                                    switch (collected) {
                                        case Collected.Whole whole -> {
                                            bodies.add(new String(whole.bytes(), StandardCharsets.ISO_8859_1));
                                            yield Response.ok("whole").build();
                                        }
                                        case Collected.TooLarge large ->
                                            Response.status(413)
                                                    .entity("seen " + large.seen())
                                                    .build();
                                        case Collected.Incomplete incomplete ->
                                            Response.status(incomplete.failure().status())
                                                    .entity(incomplete.failure().name())
                                                    .build();
                                    }));
        }

        @PUT
        @Path("late-relay")
        public void relayBody(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
            Inbound.of(request).onDisconnect(gone::incrementAndGet);
            Taker taker = new Taker();
            taker.flow = Inbound.of(request).body().relay(taker);
            takers.add(taker);
            parked.add(response);
        }

        @POST
        @Path("late-park")
        public void parkUnread(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
            park(request, response);
        }

        @POST
        @Path("late-ignore")
        public String ignore() {
            return "ignored";
        }
    }
}
