package queencell.proxy.forward;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import queencell.listener.RelayedAnswer;

/// One answer between a broker and a client, and what is told of it.
final class RelayScene implements AutoCloseable {
    final Sender sender = new Sender();
    final RecordingSink sink = new RecordingSink();
    final AtomicReference<RelayEnd> end = new AtomicReference<>();
    final StringBuffer observed = new StringBuffer();
    final AnswerObserver observer = piece -> observed.append(piece.toString(StandardCharsets.ISO_8859_1));

    UpstreamAnswer answer(ScriptedBroker broker) throws Exception {
        return answer(broker, "GET");
    }

    UpstreamAnswer answer(ScriptedBroker broker, String method) throws Exception {
        Outcome outcome = sender.send(new UpstreamRequest(broker.base(), method, "/", List.of(), UpstreamBody.none()));
        return ((Outcome.Answered) outcome).answer();
    }

    RelayedAnswer relay(UpstreamAnswer answer) {
        return sender.relay(answer, observer, end::set, sink);
    }

    /// The client goes.
    void leave(RelayedAnswer relay) {
        sender.onLoop(relay::cancelled);
    }

    @Override
    public void close() {
        sender.close();
    }
}
