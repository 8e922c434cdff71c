package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.listener.BodyFailure;
import queencell.listener.BodyFlow;
import queencell.listener.BodyReceiver;
import queencell.listener.Collected;
import queencell.listener.InboundBody;

/// Requests to a broker, and brokers that do not behave.
class UpstreamTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private Sender sender;

    @BeforeEach
    void start() {
        sender = new Sender();
    }

    @AfterEach
    void stop() {
        sender.close();
    }

    @Test
    void the_request_is_changed_on_its_way() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send(OK);
            line.head();
            assertThat(line.read(5)).isEqualTo("b\0d\u00ffy");
            line.send(OK);
            line.awaitEnd();
        })) {
            String target = "/api/[a]|%zz%2f/..;x\u00c3\u00a9?q=%74&w=\\";
            sender.exchange(new UpstreamRequest(
                    broker.base(), "GET", target, List.of("x-B", "\u00e9", "a", "1"), UpstreamBody.none()));
            assertThat(broker.heads.getFirst())
                    .isEqualTo("GET " + target + " HTTP/1.1\r\nHost: 127.0.0.1:" + broker.port()
                            + "\r\nx-B: \u00e9\r\na: 1\r\n\r\n");
            byte[] body = "b\0d\u00ffy".getBytes(StandardCharsets.ISO_8859_1);
            Sender.Relayed relayed = sender.exchange(new UpstreamRequest(
                    BaseUrl.parse("http://127.0.0.1:" + broker.port() + "/pre/"),
                    "POST",
                    "/p",
                    List.of(),
                    new UpstreamBody.Bytes(body)));
            assertThat(relayed.body()).isEqualTo("ok");
            assertThat(broker.heads.getLast())
                    .startsWith("POST /pre/p HTTP/1.1\r\n")
                    .contains("Content-Length: 5\r\n");
            assertThat(broker.connections).as("one connection serves both").hasValue(1);
        }
    }

    @Test
    void a_post_without_a_body_leaves_its_length_open() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(OK)) {
            sender.exchange(new UpstreamRequest(broker.base(), "POST", "/p", List.of(), UpstreamBody.none()));
            assertThat(broker.heads.getFirst()).contains("Content-Length: 0\r\n");
        }
    }

    @Test
    void a_large_body_is_cut_or_changed() throws Exception {
        CompletableFuture<String> received = new CompletableFuture<>();
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            received.complete(line.read(3_000_000));
            line.send(OK);
            line.awaitEnd();
        })) {
            byte[] body = new byte[3_000_000];
            java.util.Arrays.fill(body, (byte) 'x');
            sender.exchange(new UpstreamRequest(broker.base(), "POST", "/p", List.of(), new UpstreamBody.Bytes(body)));
            assertThat(received.get()).isEqualTo("x".repeat(3_000_000));
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nonsense\r\n\r\n",
                "HTTP/2.0 200 OK\r\n\r\n",
                "HTTP/1.1 20 OK\r\n\r\n",
                "HTTP/1.1 abc OK\r\n\r\n",
                "HTTP/1.1 200 OK\nContent-Length: 0\r\n\r\n",
                "HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\n\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: two\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nab",
                "HTTP/1.1 200 OK\r\nX : y\r\n\r\n",
                "HTTP/1.1 200 OK\r\nX: a\r\n b\r\n\r\n"
            })
    void an_answer_that_is_no_http_is_passed_on(String answer) throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(answer)) {
            assertThat(sender.send(Sender.get(broker.base(), "/"))).isInstanceOf(Outcome.Malformed.class);
            await().until(() -> broker.ended.get() == 1);
        }
    }

    @Test
    void an_interim_answer_is_taken_for_the_answer() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering(
                "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n" + OK)) {
            assertThat(sender.exchange(Sender.get(broker.base(), "/")).body()).isEqualTo("ok");
            assertThat(sender.exchange(Sender.get(broker.base(), "/")).status()).isEqualTo(200);
        }
    }

    @Test
    void a_silent_broker_is_waited_for_beyond_the_deadline() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(ScriptedBroker.Line::awaitEnd)) {
            Outcome outcome = sender.send(Sender.get(broker.base(), "/"), Duration.ofMillis(100));
            assertThat(outcome).isInstanceOf(Outcome.DeadlinePassed.class);
            await().until(() -> broker.ended.get() == 1);
        }
    }

    @Test
    void the_deadline_cuts_a_body_that_is_being_relayed() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nab");
            Thread.sleep(300);
            line.send("cd");
            line.awaitEnd();
        })) {
            var answered = (Outcome.Answered) sender.send(Sender.get(broker.base(), "/"), Duration.ofMillis(150));
            RecordingSink sink = new RecordingSink();
            sender.relay(answered.answer(), AnswerObserver.NONE, _ -> {}, sink);
            await().until(() -> sink.ended);
            assertThat(sink.text).hasToString("abcd");
        }
    }

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

    @Test
    void a_cancelled_call_goes_on_or_is_told() throws Exception {
        CountDownLatch reached = new CountDownLatch(1);
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            reached.countDown();
            line.awaitEnd();
        })) {
            AtomicReference<Outcome> told = new AtomicReference<>();
            UpstreamCall call =
                    sender.upstream.send(Sender.get(broker.base(), "/"), Sender.LONG, sender.loop, told::set);
            reached.await();
            call.cancel();
            await().until(() -> broker.ended.get() == 1);
            assertThat(told).hasNullValue();
        }
    }

    @Test
    void a_connection_that_cannot_be_used_again_is_kept() throws Exception {
        for (String last : new String[] {
            "HTTP/1.1 200 OK\r\nConnection: Close\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.0 200 OK\r\nContent-Length: 2\r\n\r\nok",
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nokHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nmine"
        }) {
            try (ScriptedBroker broker = ScriptedBroker.answering(last)) {
                assertThat(sender.exchange(Sender.get(broker.base(), "/")).body())
                        .isEqualTo("ok");
                assertThat(sender.exchange(Sender.get(broker.base(), "/")).body())
                        .isEqualTo("ok");
                assertThat(broker.connections).hasValue(2);
            }
        }
    }

    @Test
    void bytes_that_nobody_asked_for_become_the_next_answer() throws Exception {
        CountDownLatch sent = new CountDownLatch(1);
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send(OK);
            Thread.sleep(50);
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nwrong");
            sent.countDown();
            line.head();
            line.send(OK);
            line.awaitEnd();
        })) {
            sender.exchange(Sender.get(broker.base(), "/"));
            sent.await();
            await().until(() -> sender.upstream.idleConnections() == 0);
        }
    }

    @Test
    void a_kept_connection_that_the_broker_closed_is_used() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send(OK);
        })) {
            for (int each = 0; each < 3; each++) {
                assertThat(sender.exchange(Sender.get(broker.base(), "/")).body())
                        .isEqualTo("ok");
                await().until(() -> sender.upstream.idleConnections() == 0);
            }
            assertThat(broker.connections).hasValue(3);
        }
    }

    @Test
    void more_connections_are_kept_than_allowed() throws Exception {
        int many = UpstreamSettings.MAX_IDLE + 6;
        CountDownLatch all = new CountDownLatch(many);
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            all.countDown();
            all.await();
            line.send(OK);
            line.awaitEnd();
        })) {
            List<CompletableFuture<Outcome>> calls = new java.util.ArrayList<>();
            for (int each = 0; each < many; each++) {
                CompletableFuture<Outcome> told = new CompletableFuture<>();
                calls.add(told);
                sender.upstream.send(Sender.get(broker.base(), "/"), Sender.LONG, sender.loop, outcome -> {
                    RecordingSink sink = new RecordingSink();
                    ((Outcome.Answered) outcome)
                            .answer()
                            .relay(AnswerObserver.NONE, _ -> told.complete(outcome))
                            .relayTo(sink);
                });
            }
            for (CompletableFuture<Outcome> call : calls) {
                call.get();
            }
            await().until(() -> sender.upstream.idleConnections() == UpstreamSettings.MAX_IDLE);
            await().until(() -> broker.ended.get() == 6);
        }
    }

    /// A client's body that the test pushes.
    private final class PushedBody implements InboundBody {
        private final long length;
        volatile BodyReceiver receiver;
        volatile boolean paused;

        PushedBody(long length) {
            this.length = length;
        }

        @Override
        public long declaredLength() {
            return length;
        }

        @Override
        public void collect(int maxBytes, java.util.function.Consumer<Collected> done) {
            throw new UnsupportedOperationException("only relayed here");
        }

        @Override
        public BodyFlow relay(BodyReceiver given) {
            receiver = given;
            return new BodyFlow() {
                @Override
                public void pause() {
                    paused = true;
                }

                @Override
                public void resume() {
                    paused = false;
                }
            };
        }

        void push(String text) {
            if (receiver == null) {
                await().until(() -> receiver != null);
            }
            ByteBuf piece = Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
            sender.onLoop(() -> {
                receiver.chunk(piece);
                return null;
            });
        }

        void end() {
            await().until(() -> receiver != null);
            sender.onLoop(() -> {
                receiver.end();
                return null;
            });
        }
    }

    @Test
    void a_relayed_body_loses_its_framing() throws Exception {
        CompletableFuture<String> chunked = new CompletableFuture<>();
        CompletableFuture<String> declared = new CompletableFuture<>();
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            chunked.complete(line.read("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n".length()));
            line.send(OK);
            line.head();
            declared.complete(line.read(4));
            line.send(OK);
            line.awaitEnd();
        })) {
            for (long length : new long[] {InboundBody.CHUNKED, 4}) {
                PushedBody body = new PushedBody(length);
                CompletableFuture<Outcome> told = new CompletableFuture<>();
                sender.upstream.send(
                        new UpstreamRequest(broker.base(), "PUT", "/", List.of(), new UpstreamBody.Relayed(body)),
                        Sender.LONG,
                        sender.loop,
                        outcome -> {
                            ((Outcome.Answered) outcome)
                                    .answer()
                                    .relay(AnswerObserver.NONE, _ -> {})
                                    .relayTo(new RecordingSink());
                            told.complete(outcome);
                        });
                body.push(length < 0 ? "abc" : "ab");
                body.push(length < 0 ? "de" : "cd");
                body.end();
                told.get();
            }
            assertThat(chunked.get()).isEqualTo("3\r\nabc\r\n2\r\nde\r\n0\r\n\r\n");
            assertThat(declared.get()).isEqualTo("abcd");
            assertThat(broker.heads.getFirst())
                    .contains("Transfer-Encoding: chunked")
                    .doesNotContain("Content-Length");
            assertThat(broker.heads.getLast()).contains("Content-Length: 4").doesNotContain("Transfer-Encoding");
            assertThat(broker.connections).hasValue(1);
        }
    }

    @Test
    void a_slow_broker_is_flooded_by_an_upload() throws Exception {
        CountDownLatch readOn = new CountDownLatch(1);
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            readOn.await();
            line.awaitEnd();
        })) {
            PushedBody body = new PushedBody(InboundBody.CHUNKED);
            sender.upstream.send(
                    new UpstreamRequest(broker.base(), "PUT", "/", List.of(), new UpstreamBody.Relayed(body)),
                    Sender.LONG,
                    sender.loop,
                    _ -> {});
            String piece = "x".repeat(64 * 1024);
            int pushed = 0;
            while (!body.paused && pushed++ < 2000) {
                body.push(piece);
            }
            assertThat(body.paused).isTrue();
            readOn.countDown();
            await().until(() -> !body.paused);
        }
    }

    @Test
    void a_body_that_breaks_off_reaches_the_broker_as_whole() throws Exception {
        CompletableFuture<String> rest = new CompletableFuture<>();
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            rest.complete(line.read(1000));
        })) {
            PushedBody body = new PushedBody(InboundBody.CHUNKED);
            CompletableFuture<Outcome> told = new CompletableFuture<>();
            sender.upstream.send(
                    new UpstreamRequest(broker.base(), "PUT", "/", List.of(), new UpstreamBody.Relayed(body)),
                    Sender.LONG,
                    sender.loop,
                    told::complete);
            body.push("abc");
            sender.onLoop(() -> {
                body.receiver.failed(BodyFailure.TOO_SLOW);
                return null;
            });
            assertThat(told.get()).isEqualTo(new Outcome.BodyBroken(BodyFailure.TOO_SLOW));
            assertThat(rest.get()).isEqualTo("3\r\nabc\r\n");
        }
    }
}
