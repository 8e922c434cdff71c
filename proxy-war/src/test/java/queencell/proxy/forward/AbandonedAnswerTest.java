package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.listener.RelayedAnswer;

/// Answers whose client has left, or never took them.
class AbandonedAnswerTest {

    @AutoClose
    private final RelayScene scene = new RelayScene();

    @Test
    void an_answer_that_nobody_begins_to_relay_is_never_told_of() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabcde")) {
            UpstreamAnswer answer = scene.answer(broker);
            var ends = new AtomicInteger();
            RelayedAnswer relay = scene.sender.onLoop(() -> answer.relay(scene.observer, told -> {
                scene.end.set(told);
                ends.incrementAndGet();
            }));

            scene.sender.onLoop(answer::discard);

            await().untilAsserted(() -> assertThat(scene.end.get()).isEqualTo(new RelayEnd.ClientGone(5, true)));
            assertThat(scene.observed).hasToString("abcde");
            // whoever comes later is sent away, and nothing is told twice
            scene.sender.onLoop(() -> {
                relay.relayTo(scene.sink);
                relay.cancelled();
                answer.discard();
            });
            assertThat(scene.sink.failed).isTrue();
            assertThat(ends).hasValue(1);
            await().until(() -> scene.sender.upstream.idleConnections() == 1);
        }
    }

    @Test
    void an_answer_that_nobody_observes_or_begins_to_relay_is_never_told_of() throws Exception {
        try (ScriptedBroker broker = ScriptedBroker.answering("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc")) {
            UpstreamAnswer answer = scene.answer(broker);
            scene.sender.onLoop(() -> {
                answer.relay(AnswerObserver.NONE, scene.end::set);
                answer.discard();
            });
            assertThat(scene.end.get()).isEqualTo(new RelayEnd.ClientGone(0, false));
            await().until(() -> broker.ended.get() == 1);
        }
    }

    @Test
    void an_answer_that_was_never_begun_leaks_its_connection() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
            line.awaitEnd();
        })) {
            UpstreamAnswer first = scene.answer(broker);
            scene.sender.onLoop(
                    () -> first.relay(AnswerObserver.NONE, scene.end::set).cancelled());
            assertThat(scene.end.get()).isInstanceOf(RelayEnd.ClientGone.class);
            UpstreamAnswer second = scene.answer(broker);
            scene.sender.onLoop(second::discard);
            await().until(() -> broker.ended.get() == 2);
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
            RelayedAnswer relay =
                    scene.sender.relay(scene.answer(broker), AnswerObserver.NONE, scene.end::set, scene.sink);
            scene.leave(relay);
            gone.countDown();
            await().until(() -> broker.ended.get() == 1);
            assertThat(scene.end.get()).isEqualTo(new RelayEnd.ClientGone(3, false));
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
            leaveBehind(scene.relay(scene.answer(broker)));
            gone.countDown();
            await().until(() -> scene.end.get() != null);
            assertThat(scene.end.get()).isEqualTo(new RelayEnd.ClientGone(5, true));
            assertThat(scene.observed).hasToString("abcde");
            assertThat(scene.sink.text).hasToString("abc");
        }
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
            RelayedAnswer relay = scene.sender.relay(
                    scene.answer(broker),
                    bytes -> seen.addAndGet(bytes.readableBytes()),
                    scene.end::set,
                    AnswerRelay.NOBODY);
            await().until(() -> seen.get() == before);
            scene.leave(relay);
            left.countDown();
            await().until(() -> scene.end.get() != null);
            assertThat(scene.end.get()).isEqualTo(new RelayEnd.ClientGone(before + 5L, true));
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
            leaveBehind(scene.relay(scene.answer(broker)));
            stopping.countDown();
            scene.sender.upstream.finishDetached(Sender.LONG);
            assertThat(scene.end.get()).isEqualTo(new RelayEnd.ClientGone(5, true));
        }
    }

    @Test
    void a_stop_waits_for_ever_for_an_answer_that_does_not_end() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
            line.awaitEnd();
        })) {
            leaveBehind(scene.relay(scene.answer(broker)));
            scene.sender.upstream.finishDetached(Duration.ofMillis(20));
            assertThat(scene.sender.loops.settle(Sender.LONG)).isTrue();
            assertThat(scene.end.get()).isEqualTo(new RelayEnd.ClientGone(3, false));
            // and nothing is left to wait for
            scene.sender.upstream.finishDetached(Sender.LONG);
        }
    }

    /// The client goes when it has `abc`.
    private void leaveBehind(RelayedAnswer relay) {
        await().until(() -> scene.observed.length() == 3);
        scene.leave(relay);
    }
}
