package queencell.broker;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/// Clients on scripted transports, with a clock that moves only when the client pauses.
final class Clients {

    final ScriptedTransport transport;
    final List<Duration> pauses = new ArrayList<>();
    final BrokerClient client;

    private Clients(BrokerOptions options, CallListener listener, Exchange... script) {
        transport = new ScriptedTransport(script);
        var nanos = new AtomicLong(1_000_000_000L);
        var timing = new Timing(
                nanos::get,
                InstantSource.system(),
                (time, scope) -> {
                    pauses.add(time);
                    nanos.addAndGet(time.toNanos());
                    return !scope.cancelled();
                },
                // no jitter
                () -> 0.5);
        client = new BrokerClient(transport, options, timing, listener);
    }

    static Clients answering(Exchange... script) {
        return new Clients(BrokerOptions.of("http://broker:6632"), CallListener.SILENT, script);
    }

    static Clients on(BrokerOptions options, Exchange... script) {
        return new Clients(options, CallListener.SILENT, script);
    }

    static Clients heardBy(CallListener listener, Exchange... script) {
        return new Clients(BrokerOptions.of("http://broker:6632"), listener, script);
    }

    static Clients replaying(Recorded.Pair pair) {
        Clients clients = answering(new Exchange.Answered(pair.answer()));
        clients.transport.replay();
        return clients;
    }

    List<String> hosts() {
        return transport.asked.stream().map(asked -> asked.base().getHost()).toList();
    }
}
