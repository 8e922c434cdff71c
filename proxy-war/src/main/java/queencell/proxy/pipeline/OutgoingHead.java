package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.forward.BaseUrl;
import queencell.proxy.forward.ForwardRules;
import queencell.proxy.forward.ForwardRules.Forwarded;
import queencell.proxy.forward.UpstreamBody;
import queencell.proxy.forward.UpstreamRequest;

/// Makes the request to the broker of what came in (pipeline, 9.1). Thread-safe.
@HotPath
public class OutgoingHead {
    private static final EventLog LOG = EventLog.of("gateway");
    private static final int SCHEME = "Bearer ".length();

    private final boolean tenantHeader;
    /// As many as there are cells.
    private final ConcurrentMap<String, Optional<BaseUrl>> bases = new ConcurrentHashMap<>();

    private final Sampler unusableSecrets = Sampler.every(Duration.ofSeconds(60));

    @Inject
    OutgoingHead(UpstreamRules rules) {
        this.tenantHeader = rules.tenantHeader();
    }

    /// Empty where the row of the cell is of no use, so that its broker cannot be asked; the log tells why.
    Optional<UpstreamRequest> of(Exchange exchange, UpstreamBody body) {
        Optional<BaseUrl> base = bases.computeIfAbsent(exchange.cluster().baseUrl(), OutgoingHead::parse);
        Optional<ForwardRules.Injected> injected = injected(exchange, exchange.cluster());
        if (base.isEmpty() || injected.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(new UpstreamRequest(
                base.get(), exchange.inbound().method(), target(exchange), fields(exchange, injected.get()), body));
    }

    private static Optional<BaseUrl> parse(String baseUrl) {
        try {
            return Optional.of(BaseUrl.parse(baseUrl));
        } catch (IllegalArgumentException unusable) {
            LOG.error("cell_unreachable", field("reason", unusable.getMessage()));
            return Optional.empty();
        }
    }

    private static String target(Exchange exchange) {
        String query = exchange.outgoing().query().raw();
        boolean unchanged = exchange.outgoing().query() == exchange.query();
        if (unchanged) {
            return exchange.inbound().target();
        }
        return query.isEmpty() ? exchange.path() : exchange.path() + '?' + query;
    }

    private static List<String> fields(Exchange exchange, ForwardRules.Injected injected) {
        return switch (ForwardRules.towardsBroker(exchange.inbound().headers(), injected)) {
            case Forwarded.Fields(List<String> fields) -> fields;
            case Forwarded.TooMany(int count) ->
                throw exchange.end(Refusals.tooManyHeaders(count, ForwardRules.MAX_FIELDS));
        };
    }

    private Optional<ForwardRules.Injected> injected(Exchange exchange, ClusterContext cluster) {
        try {
            return Optional.of(new ForwardRules.Injected(
                    cluster.cellSecret().authorization().map(bearer -> bearer.substring(SCHEME)),
                    tenantHeader ? Optional.of(cluster.brokerTenantUuid().toString()) : Optional.empty(),
                    exchange.requestId(),
                    exchange.https(),
                    exchange.route().special().readsAnswer()));
        } catch (IllegalArgumentException unusable) {
            unusableSecrets
                    .letThrough()
                    .ifPresent(suppressed -> LOG.error(
                            "cell_unreachable",
                            field("cell", cluster.baseUrl()),
                            field("reason", unusable.getMessage()),
                            field("suppressed", suppressed)));
            return Optional.empty();
        }
    }
}
