package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.listener.RelayedAnswer;

/// Answers of a broker on their way to the client.
class AnswerRelayTest {

    private Sender sender;
    private final RecordingSink sink = new RecordingSink();
    private final AtomicReference<RelayEnd> end = new AtomicReference<>();
    private final StringBuffer observed = new StringBuffer();
    private final AnswerObserver observer = piece -> observed.append(piece.toString(StandardCharsets.ISO_8859_1));

    @BeforeEach
    void start() {
        sender = new Sender();
    }

    @AfterEach
    void stop() {
        sender.close();
    }

    private UpstreamAnswer answer(ScriptedBroker broker, String method) throws Exception {
        Outcome outcome =
                sender.send(new UpstreamRequest(broker.base(), method, "/", java.util.List.of(), UpstreamBody.none()));
        return ((Outcome.Answered) outcome).answer();
    }

    @Test
    void head_or_body_of_an_answer_is_changed() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering("HTTP/1.1 409 Odd Reason\r\nX-b: 1\r\nx-B: 2\r\n"
                + "Connection: x-hop\r\nx-hop: 1\r\nKeep-Alive: 5\r\nx-queen-request-id: theirs\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n3\r\na\0b\r\n1;x\r\n\u00ff\r\n0\r\nTrailer: t\r\n\r\n")) {
            UpstreamAnswer answer = answer(broker, "GET");
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.reason()).isEqualTo("Odd Reason");
            assertThat(answer.declaredLength()).isEqualTo(-1);
            StringBuilder fields = new StringBuilder();
            answer.headers()
                    .forEach((name, value) ->
                            fields.append(name).append('=').append(value).append(';'));
            assertThat(fields).hasToString("X-b=1;x-B=2;");
            sender.relay(answer, observer, end::set, sink);
            await().until(() -> sink.ended);
            assertThat(sink.text).hasToString("a\0b\u00ff");
            assertThat(observed).hasToString("a\0b\u00ff");
            assertThat(end.get()).isEqualTo(new RelayEnd.Complete(4));
            assertThat(sender.upstream.idleConnections()).isEqualTo(1);
        }
    }

    @Test
    void an_answer_without_a_body_waits_for_one() throws Exception {
        for (String head : new String[] {"204 No Content", "304 Not Modified", "200 OK"}) {
            try (ScriptedBroker broker =
                    ScriptedBroker.answering("HTTP/1.1 " + head + "\r\nContent-Length: 5\r\n\r\n")) {
                RecordingSink own = new RecordingSink();
                UpstreamAnswer answer = answer(broker, head.startsWith("200") ? "HEAD" : "GET");
                assertThat(answer.headers().first("content-length")).hasValue("5");
                sender.relay(answer, observer, end::set, own);
                assertThat(own.ended).isTrue();
                assertThat(end.get()).isEqualTo(new RelayEnd.Complete(0));
            }
        }
    }

    @Test
    void a_body_that_ends_with_its_connection_is_cut_off() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\n\r\nab");
            Thread.sleep(50);
            line.send("cd");
        })) {
            sender.relay(answer(broker, "GET"), observer, end::set, sink);
            await().until(() -> sink.ended);
            assertThat(sink.text).hasToString("abcd");
        }
    }

    @Test
    void a_body_without_a_length_looks_complete_when_its_connection_is_reset() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\n\r\nab");
            Thread.sleep(50);
            line.reset();
        })) {
            sender.relay(answer(broker, "GET"), observer, end::set, sink);
            await().until(() -> sink.ended || sink.failed);
            assertThat(end.get()).isEqualTo(new RelayEnd.Cut(2));
            assertThat(sink.failed).isTrue();
        }
    }

    @Test
    void an_answer_that_breaks_off_looks_complete() throws Exception {
        for (String body : new String[] {
            "Content-Length: 5\r\n\r\nabc",
            "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n",
            "Transfer-Encoding: chunked\r\n\r\n3\r\nabcX\r\n"
        }) {
            try (ScriptedBroker broker = new ScriptedBroker(line -> {
                line.head();
                line.send("HTTP/1.1 200 OK\r\n" + body);
            })) {
                RecordingSink own = new RecordingSink();
                sender.relay(answer(broker, "GET"), observer, end::set, own);
                await().until(() -> own.failed);
                assertThat(own.ended).isFalse();
                assertThat(end.get()).isEqualTo(new RelayEnd.Cut(3));
            }
        }
    }

    @Test
    void an_answer_that_broke_off_before_it_was_relayed_looks_complete() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
        })) {
            UpstreamAnswer answer = answer(broker, "GET");
            await().until(() -> broker.ended.get() == 1);
            Thread.sleep(50);
            sender.relay(answer, observer, end::set, sink);
            await().until(() -> sink.failed);
            assertThat(end.get()).isInstanceOf(RelayEnd.Cut.class);
        }
    }

    @Test
    void an_answer_that_nobody_begins_to_relay_is_never_told_of() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde")) {
            UpstreamAnswer answer = answer(broker, "GET");
            var ends = new AtomicInteger();
            RelayedAnswer relay = sender.onLoop(() -> answer.relay(observer, told -> {
                end.set(told);
                ends.incrementAndGet();
            }));

            sender.onLoop(() -> {
                answer.discard();
                return true;
            });

            await().untilAsserted(() -> assertThat(end.get()).isEqualTo(new RelayEnd.ClientGone(5, true)));
            assertThat(observed).hasToString("abcde");
            // whoever comes later is sent away, and nothing is told twice
            sender.onLoop(() -> {
                relay.relayTo(sink);
                relay.cancelled();
                answer.discard();
                return true;
            });
            assertThat(sink.failed).isTrue();
            assertThat(ends).hasValue(1);
            await().until(() -> sender.upstream.idleConnections() == 1);
        }
    }

    @Test
    void an_answer_that_nobody_observes_or_begins_to_relay_is_never_told_of() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc")) {
            UpstreamAnswer answer = answer(broker, "GET");
            sender.onLoop(() -> {
                answer.relay(AnswerObserver.NONE, end::set);
                answer.discard();
                return true;
            });
            assertThat(end.get()).isEqualTo(new RelayEnd.ClientGone(0, false));
            await().until(() -> broker.ended.get() == 1);
        }
    }

    @Test
    void a_whole_answer_is_lost_because_the_broker_closed_behind_it() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nabcde");
        })) {
            UpstreamAnswer answer = answer(broker, "GET");
            await().until(() -> broker.ended.get() == 1);
            sink.writable = false;
            sender.relay(answer, observer, end::set, sink);
            sink.writable = true;
            sender.onLoop(() -> {
                sink.resume.run();
                return null;
            });
            await().until(() -> sink.ended);
            assertThat(end.get()).isEqualTo(new RelayEnd.Complete(5));
        }
    }

    @Test
    void a_slow_client_makes_the_proxy_swallow_the_whole_answer() throws Exception {
        AtomicLong sent = new AtomicLong();
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 50000000\r\n\r\n");
            String piece = "x".repeat(100_000);
            for (int each = 0; each < 500; each++) {
                line.send(piece);
                sent.addAndGet(100_000);
            }
            line.awaitEnd();
        })) {
            sink.writable = false;
            sender.relay(answer(broker, "GET"), observer, end::set, sink);
            AtomicLong before = new AtomicLong(-1);
            await().until(() -> before.getAndSet(sent.get()) == sent.get() && sent.get() > 0);
            assertThat(sent.get()).as("what the sockets hold").isLessThan(40_000_000);
            assertThat(sink.text).isEmpty();
            sink.writable = true;
            sender.onLoop(() -> {
                sink.resume.run();
                return null;
            });
            await().until(() -> sink.ended);
            assertThat(sink.text).hasSize(50_000_000);
        }
    }

    @Test
    void the_broker_goes_on_for_a_client_that_left() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
            gone.await();
            line.awaitEnd();
        })) {
            RelayedAnswer relay = sender.relay(answer(broker, "GET"), AnswerObserver.NONE, end::set, sink);
            sender.onLoop(() -> {
                relay.cancelled();
                return null;
            });
            gone.countDown();
            await().until(() -> broker.ended.get() == 1);
            assertThat(end.get()).isEqualTo(new RelayEnd.ClientGone(3, false));
        }
    }

    @Test
    void what_a_client_left_behind_is_not_metered() throws Exception {
        CountDownLatch gone = new CountDownLatch(1);
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
            gone.await();
            line.send("de");
            line.awaitEnd();
        })) {
            RelayedAnswer relay = sender.relay(answer(broker, "GET"), observer, end::set, sink);
            await().until(() -> observed.length() == 3);
            sender.onLoop(() -> {
                relay.cancelled();
                return null;
            });
            gone.countDown();
            await().until(() -> end.get() != null);
            assertThat(end.get()).isEqualTo(new RelayEnd.ClientGone(5, true));
            assertThat(observed).hasToString("abcde");
            assertThat(sink.text).hasToString("abc");
        }
    }

    @Test
    void a_stop_that_saw_the_last_answer_leave_misses_its_usage() throws Exception {
        AtomicReference<RelayEnd> toldBefore = new AtomicReference<>();
        sink.onEnd = () -> toldBefore.set(end.get());
        try (ScriptedBroker broker = ScriptedBroker.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")) {
            sender.relay(answer(broker, "GET"), observer, end::set, sink);
            await().until(() -> sink.ended);
        }
        assertThat(toldBefore.get()).isEqualTo(new RelayEnd.Complete(3));
    }

    /// Payara's listener gives the relay up at once when an answer breaks off.
    @Test
    void an_answer_that_breaks_off_is_metered_twice() throws Exception {
        AtomicInteger ends = new AtomicInteger();
        AtomicReference<RelayedAnswer> relay = new AtomicReference<>();
        sink.onEnd = () -> relay.get().cancelled();
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
        })) {
            UpstreamAnswer answer = answer(broker, "GET");
            sender.onLoop(() -> {
                relay.set(answer.relay(observer, _ -> ends.incrementAndGet()));
                relay.get().relayTo(sink);
                return null;
            });
            await().until(() -> sink.failed);
        }
        assertThat(ends).hasValue(1);
    }

    /// 64 MiB count from where the client left: what went to it before is no reason to let its deliveries go unbilled.
    @Test
    void the_rest_of_a_large_answer_whose_client_left_late_is_not_read() throws Exception {
        int before = 66 * 1024 * 1024;
        String piece = "x".repeat(1024 * 1024);
        CountDownLatch left = new CountDownLatch(1);
        AtomicLong seen = new AtomicLong();
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: " + (before + 5) + "\r\n\r\n");
            for (int each = 0; each < 66; each++) {
                line.send(piece);
            }
            left.await();
            line.send("abcde");
            line.awaitEnd();
        })) {
            RelayedAnswer relay = sender.relay(
                    answer(broker, "GET"),
                    bytes -> seen.addAndGet(bytes.readableBytes()),
                    end::set,
                    AnswerRelay.NOBODY);
            await().until(() -> seen.get() == before);
            sender.onLoop(() -> {
                relay.cancelled();
                return null;
            });
            left.countDown();
            await().until(() -> end.get() != null);
            assertThat(end.get()).isEqualTo(new RelayEnd.ClientGone(before + 5L, true));
        }
    }

    @Test
    void a_stop_does_not_wait_for_the_rest_of_an_answer_whose_client_left() throws Exception {
        CountDownLatch stopping = new CountDownLatch(1);
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
            stopping.await();
            line.send("de");
            line.awaitEnd();
        })) {
            leave(sender.relay(answer(broker, "GET"), observer, end::set, sink));
            stopping.countDown();
            sender.upstream.finishDetached(Sender.LONG);
            assertThat(end.get()).isEqualTo(new RelayEnd.ClientGone(5, true));
        }
    }

    @Test
    void a_stop_waits_for_ever_for_an_answer_that_does_not_end() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
            line.awaitEnd();
        })) {
            leave(sender.relay(answer(broker, "GET"), observer, end::set, sink));
            sender.upstream.finishDetached(Duration.ofMillis(20));
            assertThat(sender.loops.settle(Sender.LONG)).isTrue();
            assertThat(end.get()).isEqualTo(new RelayEnd.ClientGone(3, false));
            // and nothing is left to wait for
            sender.upstream.finishDetached(Sender.LONG);
        }
    }

    private void leave(RelayedAnswer relay) {
        await().until(() -> observed.length() == 3);
        sender.onLoop(() -> {
            relay.cancelled();
            return null;
        });
    }

    @Test
    void an_answer_that_was_never_begun_leaks_its_connection() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
            line.awaitEnd();
        })) {
            UpstreamAnswer first = answer(broker, "GET");
            sender.onLoop(() -> {
                first.relay(AnswerObserver.NONE, end::set).cancelled();
                return null;
            });
            assertThat(end.get()).isInstanceOf(RelayEnd.ClientGone.class);
            UpstreamAnswer second = answer(broker, "GET");
            sender.onLoop(() -> {
                second.discard();
                return null;
            });
            await().until(() -> broker.ended.get() == 2);
        }
    }

    @Test
    void an_observer_that_fails_takes_the_answer_with_it() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (ScriptedBroker broker = ScriptedBroker.answering(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n")) {
            sender.relay(
                    answer(broker, "GET"),
                    _ -> {
                        calls.incrementAndGet();
                        throw new IllegalStateException("cannot count");
                    },
                    end::set,
                    sink);
            await().until(() -> sink.ended);
            assertThat(sink.text).hasToString("ab");
            assertThat(calls).hasValue(1);
        }
    }
}
