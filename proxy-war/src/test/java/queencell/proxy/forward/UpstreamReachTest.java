package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static queencell.proxy.forward.ScriptedBroker.OK;

import java.lang.ref.WeakReference;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Brokers that are not there, or leave before they answer.
class UpstreamReachTest {

    @AutoClose
    private final Sender sender = new Sender();

    @Test
    void a_broker_that_is_down_looks_as_if_it_had_been_asked() throws Exception {
        int port;
        try (ServerSocket closed = new ServerSocket(0)) {
            port = closed.getLocalPort();
        }
        Outcome outcome = sender.send(Sender.get(BaseUrl.parse("http://127.0.0.1:" + port), "/"));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Outcome.Unreachable.class,
                        unreachable -> assertThat(unreachable.sent()).isFalse());
    }

    @Test
    void a_request_that_was_sent_is_sent_again() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.reset();
        })) {
            Outcome outcome = sender.send(Sender.get(broker.base(), "/"));
            assertThat(outcome)
                    .isInstanceOfSatisfying(
                            Outcome.Unreachable.class,
                            unreachable -> assertThat(unreachable.sent()).isTrue());
            assertThat(broker.connections).hasValue(1);
        }
    }

    @Test
    void a_request_on_a_kept_connection_that_was_sent_is_sent_again() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send(OK);
            line.head();
            line.reset();
        })) {
            sender.exchange(Sender.get(broker.base(), "/1"));
            assertThat(sender.send(Sender.get(broker.base(), "/2"))).isInstanceOf(Outcome.Unreachable.class);
            assertThat(broker.heads).hasSize(2);
        }
    }

    @Test
    void an_unknown_host_is_an_endless_wait() throws Exception {
        try (Sender lost = new Sender(host -> {
            throw new UnknownHostException(host);
        })) {
            Outcome outcome = lost.send(Sender.get(BaseUrl.parse("http://broker.invalid"), "/"));
            assertThat(outcome).isInstanceOfSatisfying(Outcome.Unreachable.class, unreachable -> {
                assertThat(unreachable.sent()).isFalse();
                assertThat(unreachable.reason()).contains("broker.invalid");
            });
        }
    }

    @Test
    void a_call_that_ends_before_a_connection_stands_looks_as_if_the_broker_had_read_it() throws Exception {
        var address = new CompletableFuture<InetAddress[]>();
        try (Sender lost = new Sender(_ -> address.join())) {
            UpstreamRequest request = Sender.get(BaseUrl.parse("http://broker.test"), "/");
            assertThat(lost.send(request, Duration.ofMillis(100))).isEqualTo(new Outcome.DeadlinePassed(false));

            UpstreamCall call = lost.upstream.send(request, Sender.LONG, lost.loop, _ -> {});
            call.cancel();
            assertThat(lost.<Boolean>onLoop(() -> call.sent())).isFalse();
        } finally {
            address.complete(new InetAddress[] {InetAddress.getLoopbackAddress()});
        }
    }

    /// A push of 16 MiB whose client had left stayed in memory, where nobody counted it any more.
    @Test
    void the_body_of_a_call_that_is_over_is_kept_while_a_connect_hangs() throws Exception {
        var address = new CompletableFuture<InetAddress[]>();
        try (Sender lost = new Sender(_ -> address.join())) {
            BaseUrl base = BaseUrl.parse("http://broker.test");
            List<WeakReference<byte[]>> bodies = new ArrayList<>();

            assertThat(lost.send(push(base, bodies), Duration.ofMillis(100)))
                    .isInstanceOf(Outcome.DeadlinePassed.class);
            UpstreamCall left = lost.upstream.send(push(base, bodies), Sender.LONG, lost.loop, _ -> {});
            lost.onLoop(left::cancel);
            // one that is over before its loop has begun it
            lost.onLoop(() -> CompletableFuture.supplyAsync(
                            () -> lost.upstream.send(push(base, bodies), Sender.LONG, lost.loop, _ -> {}))
                    .join()
                    .cancel());

            await().untilAsserted(() -> {
                System.gc();
                assertThat(bodies).hasSize(3).allMatch(body -> body.refersTo(null));
            });
        } finally {
            address.complete(new InetAddress[] {InetAddress.getLoopbackAddress()});
        }
    }

    private static UpstreamRequest push(BaseUrl base, List<WeakReference<byte[]>> bodies) {
        byte[] bytes = new byte[1 << 20];
        bodies.add(new WeakReference<>(bytes));
        return new UpstreamRequest(base, "POST", "/push", List.of(), new UpstreamBody.Bytes(bytes));
    }

    @Test
    void a_dead_address_hides_a_living_one() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(OK);
                Sender twoFaced = new Sender(_ ->
                        new InetAddress[] {InetAddress.getByName("127.0.0.9"), InetAddress.getByName("127.0.0.1")})) {
            BaseUrl base = BaseUrl.parse("http://broker.test:" + broker.port());
            assertThat(twoFaced.exchange(Sender.get(base, "/")).body()).isEqualTo("ok");
            assertThat(broker.heads.getFirst()).contains("Host: broker.test:" + broker.port());
        }
    }

    @Test
    void a_name_is_resolved_on_the_event_loop() throws Exception {
        AtomicReference<Thread> asked = new AtomicReference<>();
        try (ScriptedBroker broker = ScriptedBroker.answering(OK);
                Sender named = new Sender(_ -> {
                    asked.set(Thread.currentThread());
                    return new InetAddress[] {InetAddress.getLoopbackAddress()};
                })) {
            named.exchange(Sender.get(BaseUrl.parse("http://broker.test:" + broker.port()), "/"));
            assertThat(asked.get().isVirtual()).isTrue();
        }
    }
}
