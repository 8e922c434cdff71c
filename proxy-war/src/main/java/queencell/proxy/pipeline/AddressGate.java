package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import java.net.InetAddress;
import java.time.Duration;
import java.util.Optional;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.proxy.cluster.Rate;
import queencell.proxy.limit.AddressLimiter;
import queencell.web.TrustedProxies;

/// Refuses an address that calls too often on one plane (pipeline, 13). Thread-safe.
///
/// A refusal leaves a line, but not every one: whoever floods shall not fill the log as well (17).
final class AddressGate {
    private static final EventLog LOG = EventLog.of("edge");

    private final String plane;
    private final int ipv6Prefix;
    private final AddressLimiter limiter;
    private final Sampler refusals = Sampler.every(Duration.ofSeconds(10));

    private AddressGate(String plane, int ipv6Prefix, AddressLimiter limiter) {
        this.plane = plane;
        this.ipv6Prefix = ipv6Prefix;
        this.limiter = limiter;
    }

    /// @param plane for the log
    /// @param perSecond requests of one address; 0 is off
    static Optional<AddressGate> of(String plane, int perSecond, int burst, EdgeRules edge) {
        return perSecond == 0
                ? Optional.empty()
                : Optional.of(new AddressGate(
                        plane,
                        edge.ipv6Prefix(),
                        new AddressLimiter(new Rate(perSecond, burst), edge.maxTracked(), System::nanoTime)));
    }

    void judge(Exchange exchange, InetAddress client) {
        InetAddress network = TrustedProxies.networkOf(client, ipv6Prefix);
        limiter.refuses(network).ifPresent(wait -> {
            tell(exchange, network, wait);
            exchange.end(Refusals.perAddress(wait));
        });
    }

    private void tell(Exchange exchange, InetAddress network, Duration wait) {
        refusals.letThrough()
                .ifPresent(suppressed -> LOG.warn(
                        "address_limited",
                        field("plane", plane),
                        field("address", network.getHostAddress()),
                        field("retry_after_s", wait.toSeconds()),
                        field("rid", exchange.requestId()),
                        field("suppressed", suppressed)));
    }
}
