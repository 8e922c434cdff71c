package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.listener.RelayedAnswer;

/// Answers that their broker does not bring to an end.
class BrokenAnswerTest {

    @AutoClose
    private final RelayScene scene = new RelayScene();

    @Test
    void a_body_without_a_length_looks_complete_when_its_connection_is_reset() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\n\r\nab");
            Thread.sleep(50);
            line.reset();
        })) {
            scene.relay(scene.answer(broker));
            await().until(() -> scene.sink.ended || scene.sink.failed);
            assertThat(scene.end.get()).isEqualTo(new RelayEnd.Cut(2));
            assertThat(scene.sink.failed).isTrue();
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
                scene.sender.relay(scene.answer(broker), scene.observer, scene.end::set, own);
                await().until(() -> own.failed);
                assertThat(own.ended).isFalse();
                assertThat(scene.end.get()).isEqualTo(new RelayEnd.Cut(3));
            }
        }
    }

    @Test
    void an_answer_that_broke_off_before_it_was_relayed_looks_complete() throws Exception {
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
        })) {
            UpstreamAnswer answer = scene.answer(broker);
            await().until(() -> broker.ended.get() == 1);
            Thread.sleep(50);
            scene.relay(answer);
            await().until(() -> scene.sink.failed);
            assertThat(scene.end.get()).isInstanceOf(RelayEnd.Cut.class);
        }
    }

    /// Payara's listener gives the relay up at once when an answer breaks off.
    @Test
    void an_answer_that_breaks_off_is_metered_twice() throws Exception {
        AtomicInteger ends = new AtomicInteger();
        AtomicReference<RelayedAnswer> relay = new AtomicReference<>();
        scene.sink.onEnd = () -> relay.get().cancelled();
        try (ScriptedBroker broker = new ScriptedBroker(line -> {
            line.head();
            line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nabc");
        })) {
            UpstreamAnswer answer = scene.answer(broker);
            scene.sender.onLoop(() -> {
                relay.set(answer.relay(scene.observer, _ -> ends.incrementAndGet()));
                relay.get().relayTo(scene.sink);
            });
            await().until(() -> scene.sink.failed);
        }
        assertThat(ends).hasValue(1);
    }
}
