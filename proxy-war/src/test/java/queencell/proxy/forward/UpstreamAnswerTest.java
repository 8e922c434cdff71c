package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static queencell.proxy.forward.ScriptedBroker.OK;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// What comes of a call whose broker was reached: an answer, nonsense, or nothing in time.
class UpstreamAnswerTest {

    @AutoClose
    private final Sender sender = new Sender();

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
            assertThat(outcome).as("the broker may have read it").isEqualTo(new Outcome.DeadlinePassed(true));
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
            assertThat(sender.<Boolean>onLoop(() -> call.sent())).isTrue();
        }
    }
}
