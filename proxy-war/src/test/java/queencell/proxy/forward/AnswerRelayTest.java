package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Answers of a broker on their way to the client.
class AnswerRelayTest {

    @AutoClose
    private final RelayScene scene = new RelayScene();

    @Test
    void head_or_body_of_an_answer_is_changed() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering("HTTP/1.1 409 Odd Reason\r\nX-b: 1\r\nx-B: 2\r\n"
                + "Connection: x-hop\r\nx-hop: 1\r\nKeep-Alive: 5\r\nx-queen-request-id: theirs\r\n"
                + "Transfer-Encoding: chunked\r\n\r\n3\r\na\0b\r\n1;x\r\n\u00ff\r\n0\r\nTrailer: t\r\n\r\n")) {
            UpstreamAnswer answer = scene.answer(broker);
            assertThat(answer.status()).isEqualTo(409);
            assertThat(answer.reason()).isEqualTo("Odd Reason");
            assertThat(answer.declaredLength()).isEqualTo(-1);
            StringBuilder fields = new StringBuilder();
            answer.headers()
                    .forEach((name, value) ->
                            fields.append(name).append('=').append(value).append(';'));
            assertThat(fields).hasToString("X-b=1;x-B=2;");
            scene.relay(answer);
            await().until(() -> scene.sink.ended);
            assertThat(scene.sink.text).hasToString("a\0b\u00ff");
            assertThat(scene.observed).hasToString("a\0b\u00ff");
            assertThat(scene.end.get()).isEqualTo(new RelayEnd.Complete(4));
            assertThat(scene.sender.upstream.idleConnections()).isEqualTo(1);
        }
    }

    @Test
    void an_answer_without_a_body_waits_for_one() throws Exception {
        for (String head : new String[] {"204 No Content", "304 Not Modified", "200 OK"}) {
            try (ScriptedBroker broker =
                    ScriptedBroker.answering("HTTP/1.1 " + head + "\r\nContent-Length: 5\r\n\r\n")) {
                RecordingSink own = new RecordingSink();
                UpstreamAnswer answer = scene.answer(broker, head.startsWith("200") ? "HEAD" : "GET");
                assertThat(answer.headers().first("content-length")).hasValue("5");
                scene.sender.relay(answer, scene.observer, scene.end::set, own);
                assertThat(own.ended).isTrue();
                assertThat(scene.end.get()).isEqualTo(new RelayEnd.Complete(0));
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
            scene.relay(scene.answer(broker));
            await().until(() -> scene.sink.ended);
            assertThat(scene.sink.text).hasToString("abcd");
        }
    }

    @Test
    void a_whole_answer_is_lost_because_the_broker_closed_behind_it() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 5\r\n\r\nabcde");
        })) {
            UpstreamAnswer answer = scene.answer(broker);
            await().until(() -> broker.ended.get() == 1);
            scene.sink.writable = false;
            scene.relay(answer);
            scene.sink.writable = true;
            scene.sender.onLoop(scene.sink.resume);
            await().until(() -> scene.sink.ended);
            assertThat(scene.end.get()).isEqualTo(new RelayEnd.Complete(5));
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
            scene.sink.writable = false;
            scene.relay(scene.answer(broker));
            AtomicLong before = new AtomicLong(-1);
            await().until(() -> before.getAndSet(sent.get()) == sent.get() && sent.get() > 0);
            assertThat(sent.get()).as("what the sockets hold").isLessThan(40_000_000);
            assertThat(scene.sink.text).isEmpty();
            scene.sink.writable = true;
            scene.sender.onLoop(scene.sink.resume);
            await().until(() -> scene.sink.ended);
            assertThat(scene.sink.text).hasSize(50_000_000);
        }
    }

    @Test
    void a_stop_that_saw_the_last_answer_leave_misses_its_usage() throws Exception {
        AtomicReference<RelayEnd> toldBefore = new AtomicReference<>();
        scene.sink.onEnd = () -> toldBefore.set(scene.end.get());
        try (ScriptedBroker broker = ScriptedBroker.answering("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nabc")) {
            scene.relay(scene.answer(broker));
            await().until(() -> scene.sink.ended);
        }
        assertThat(toldBefore.get()).isEqualTo(new RelayEnd.Complete(3));
    }

    @Test
    void an_observer_that_fails_takes_the_answer_with_it() throws Exception {
        AtomicInteger calls = new AtomicInteger();
        try (ScriptedBroker broker = ScriptedBroker.answering(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\na\r\n1\r\nb\r\n0\r\n\r\n")) {
            scene.sender.relay(
                    scene.answer(broker),
                    _ -> {
                        calls.incrementAndGet();
                        throw new IllegalStateException("cannot count");
                    },
                    scene.end::set,
                    scene.sink);
            await().until(() -> scene.sink.ended);
            assertThat(scene.sink.text).hasToString("ab");
            assertThat(calls).hasValue(1);
        }
    }
}
