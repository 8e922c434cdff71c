package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.AsyncResponse;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.Suspended;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.glassfish.jersey.server.ResourceConfig;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.listener.EdgeSettings;
import queencell.listener.EventLoops;
import queencell.listener.HostedApplication;
import queencell.listener.HttpListener;
import queencell.listener.Inbound;
import queencell.listener.ListenerSettings;
import queencell.listener.RequestPlan;

/// Client, listener, JAX-RS resource, upstream client and broker in one line.
class RelayThroughListenerTest {

    private EventLoops loops;
    private Upstream upstream;
    private HttpListener listener;
    private final List<RelayEnd> ends = new CopyOnWriteArrayList<>();

    /// Forwards whatever comes.
    @Path("/")
    public final class Forward {
        private final BaseUrl base;

        Forward(BaseUrl base) {
            this.base = base;
        }

        @GET
        public void get(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
            post(request, response);
        }

        @POST
        public void post(@Context ContainerRequestContext request, @Suspended AsyncResponse response) {
            Inbound inbound = Inbound.of(request);
            var injected =
                    new ForwardRules.Injected(Optional.of("Bearer cell"), Optional.of("tenant"), "rid", false, false);
            List<String> fields = ForwardRules.towardsBroker(inbound.headers(), injected);
            UpstreamBody body = inbound.body().declaredLength() == 0
                    ? UpstreamBody.none()
                    : new UpstreamBody.Relayed(inbound.body());
            UpstreamCall call = upstream.send(
                    new UpstreamRequest(base, inbound.method(), inbound.target(), fields, body),
                    Duration.ofSeconds(20),
                    inbound.loop(),
                    outcome -> {
                        switch (outcome) {
                            case Outcome.Answered(UpstreamAnswer answer) -> {
                                Response.ResponseBuilder built = Response.status(answer.status(), answer.reason())
                                        .entity(answer.relay(AnswerObserver.NONE, ends::add));
                                response.resume(built.build());
                            }
                            default ->
                                response.resume(Response.status(502)
                                        .entity(outcome.toString())
                                        .build());
                        }
                    });
            inbound.onDisconnect(call::cancel);
        }
    }

    private void start(ScriptedBroker broker) {
        HostedApplication application =
                HostedApplication.of(new ResourceConfig().registerInstances(new Forward(broker.base())));
        listener = HttpListener.start(
                new ListenerSettings(
                        "relay", new InetSocketAddress("127.0.0.1", 0), Optional.empty(), EdgeSettings.defaults()),
                loops,
                application,
                _ -> RequestPlan.onDemand(URI.create("/"), Duration.ofSeconds(60)),
                Executors.newVirtualThreadPerTaskExecutor());
    }

    @BeforeEach
    void startLoops() {
        loops = EventLoops.start("relay", 1);
        upstream = new Upstream(new UpstreamSettings(Duration.ofSeconds(2)));
    }

    @AfterEach
    void stop() {
        listener.close();
        upstream.close();
        loops.close();
    }

    private Socket client() throws IOException {
        Socket socket = new Socket("127.0.0.1", listener.address().getPort());
        socket.setSoTimeout(10_000);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
    }

    private static String rest(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void a_request_or_its_answer_is_changed_between_client_and_broker() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            assertThat(line.read("3\r\na\u00ffb\r\n0\r\n\r\n".length())).isEqualTo("3\r\na\u00ffb\r\n0\r\n\r\n");
            line.send("HTTP/1.1 201 Made\r\nX-b: 1\r\nConnection: x-c\r\nX-c: 2\r\nContent-Length: 3\r\n\r\n\u00ffok");
            line.awaitEnd();
        })) {
            start(broker);
            try (Socket client = client()) {
                send(
                        client,
                        "POST /a|b?[c]=%zz HTTP/1.1\r\nHost: tenant\r\nAuthorization: Bearer key\r\n"
                                + "Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n3\r\na\u00ffb\r\n0\r\n\r\n");
                assertThat(rest(client))
                        .startsWith("HTTP/1.1 201 Made\r\n")
                        .contains("X-b: 1\r\n", "Content-Length: 3\r\n", "Connection: close\r\n")
                        .doesNotContain("X-c", "chunked")
                        .endsWith("\r\n\r\n\u00ffok");
            }
            assertThat(broker.heads.getFirst())
                    .startsWith("POST /a|b?[c]=%zz HTTP/1.1\r\nHost: 127.0.0.1:")
                    .contains("authorization: Bearer cell\r\n", "x-queen-tenant: tenant\r\n")
                    .contains("Transfer-Encoding: chunked\r\n")
                    .doesNotContain("Bearer key");
            // the client may hold the whole answer a moment before the relay is told of its end
            await().untilAsserted(() -> assertThat(ends).containsExactly(new RelayEnd.Complete(3)));
        }
    }

    @Test
    void a_client_that_leaves_a_parked_poll_leaves_the_call_behind() throws Exception {
        CountDownLatch parked = new CountDownLatch(1);
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            parked.countDown();
            line.awaitEnd();
        })) {
            start(broker);
            try (Socket client = client()) {
                send(client, "GET /api/v1/pop?wait=true HTTP/1.1\r\nHost: h\r\n\r\n");
                parked.await();
            }
            await().until(() -> broker.ended.get() == 1);
            assertThat(upstream.idleConnections()).isZero();
        }
    }

    @Test
    void a_broker_that_breaks_off_gives_the_client_a_whole_answer() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n");
            Thread.sleep(50);
        })) {
            start(broker);
            try (Socket client = client()) {
                send(client, "GET / HTTP/1.0\r\n\r\n");
                // without a length, only a reset tells the client that something is missing
                org.assertj.core.api.Assertions.assertThatThrownBy(() -> rest(client))
                        .isInstanceOf(SocketException.class);
            }
            await().until(() -> ends.contains(new RelayEnd.Cut(3)));
        }
    }

    @Test
    void a_client_that_stops_reading_makes_the_proxy_hold_the_answer() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 60000000\r\n\r\n");
            String piece = "x".repeat(100_000);
            for (int each = 0; each < 600; each++) {
                line.send(piece);
            }
            line.awaitEnd();
        })) {
            start(broker);
            try (Socket client = client()) {
                send(client, "GET / HTTP/1.1\r\nHost: h\r\nConnection: close\r\n\r\n");
                await().during(Duration.ofMillis(300)).until(() -> ends.isEmpty());
                assertThat(rest(client).length()).isGreaterThan(60_000_000);
            }
            await().until(() -> ends.contains(new RelayEnd.Complete(60_000_000)));
        }
    }
}
