package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static queencell.proxy.forward.ScriptedBroker.OK;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import queencell.listener.BodyFailure;
import queencell.listener.InboundBody;

/// What a broker is sent: heads, and bodies at hand or relayed.
class UpstreamRequestTest {

    @AutoClose
    private final Sender sender = new Sender();

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
            Arrays.fill(body, (byte) 'x');
            sender.exchange(new UpstreamRequest(broker.base(), "POST", "/p", List.of(), new UpstreamBody.Bytes(body)));
            assertThat(received.get()).isEqualTo("x".repeat(3_000_000));
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
                PushedBody body = new PushedBody(sender, length);
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
            PushedBody body = new PushedBody(sender, InboundBody.CHUNKED);
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
            PushedBody body = new PushedBody(sender, InboundBody.CHUNKED);
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
