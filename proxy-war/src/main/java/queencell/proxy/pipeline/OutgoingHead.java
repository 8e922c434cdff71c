package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import queencell.address.ServerAddress;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.forward.BaseUrl;
import queencell.proxy.forward.ForwardRules;
import queencell.proxy.forward.UpstreamBody;
import queencell.proxy.forward.UpstreamRequest;

/// Makes the request to the broker of what came in (pipeline, 9.1). Thread-safe.
@HotPath
public class OutgoingHead {
    private static final EventLog LOG = EventLog.of("gateway");

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
        ClusterContext cluster = exchange.cluster();
        Optional<BaseUrl> base = bases.computeIfAbsent(cluster.baseUrl(), OutgoingHead::parse);
        cluster.cellSecret().problem().ifPresent(problem -> tell(cluster, problem));
        if (base.isEmpty() || cluster.cellSecret().problem().isPresent()) {
            return Optional.empty();
        }
        return Optional.of(new UpstreamRequest(
                base.get(),
                exchange.inbound().method(),
                target(exchange),
                ForwardRules.towardsBroker(exchange.inbound().headers(), injected(exchange, cluster)),
                body));
    }

    /// How many fields the request would have, where the broker takes fewer.
    OptionalInt tooManyFields(Exchange exchange) {
        return ForwardRules.tooMany(exchange.inbound().headers(), () -> injected(exchange, exchange.cluster()));
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

    private ForwardRules.Injected injected(Exchange exchange, ClusterContext cluster) {
        return new ForwardRules.Injected(
                cluster.cellSecret().authorization(),
                tenantHeader ? Optional.of(cluster.brokerTenantUuid().toString()) : Optional.empty(),
                exchange.requestId(),
                exchange.https(),
                exchange.route().special().readsAnswer());
    }

    private void tell(ClusterContext cluster, String problem) {
        unusableSecrets
                .letThrough()
                .ifPresent(suppressed -> LOG.error(
                        "cell_unreachable",
                        field("cell", ServerAddress.shown(cluster.baseUrl())),
                        field("reason", problem),
                        field("suppressed", suppressed)));
    }
}
