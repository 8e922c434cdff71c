package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static queencell.proxy.forward.ScriptedBroker.OK;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// Connections to a broker that wait for the next request: which are kept, how many, and what ends them.
class KeptConnectionsTest {

    @AutoClose
    private final Sender sender = new Sender();

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
            List<CompletableFuture<Outcome>> calls = new ArrayList<>();
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
}
