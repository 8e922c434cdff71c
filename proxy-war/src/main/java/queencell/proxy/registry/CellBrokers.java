package queencell.proxy.registry;

import java.io.Closeable;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import queencell.address.ServerAddress;
import queencell.broker.BrokerAdmin;
import queencell.broker.BrokerClient;
import queencell.broker.BrokerOptions;
import queencell.broker.Credentials;
import queencell.broker.Depth;
import queencell.broker.MessagesMoved;
import queencell.broker.QueueListing;
import queencell.broker.Reply;
import queencell.broker.TimeLimits;
import queencell.proxy.cluster.ClusterContext;

/// The proxy's own calls to the brokers of the cells, as the tenant that a cluster is (pipeline, 8). Each is made once:
/// a request or a pass that waits for one waits no longer than its time limit. Thread-safe; blocks.
public final class CellBrokers implements PartitionNames, Closeable {
    private static final String BEARER = "Bearer ";
    private static final int LONGEST_ANSWER = 16 << 20;
    private static final TimeLimits LISTING = reading(Duration.ofSeconds(10));
    private static final TimeLimits NAMES = reading(Duration.ofSeconds(2));

    private final Map<String, BrokerClient> clients = new ConcurrentHashMap<>();

    private static TimeLimits reading(Duration limit) {
        TimeLimits usual = TimeLimits.DEFAULT;
        return new TimeLimits(
                limit.compareTo(usual.connect()) < 0 ? limit : usual.connect(),
                usual.work(),
                usual.transaction(),
                usual.kv(),
                limit,
                usual.pollMargin());
    }

    /// The queues of a cluster with what they hold.
    Reply<QueueListing> listing(ClusterContext cluster) {
        return admin(cluster, LISTING).queues();
    }

    /// What the broker counted for a cluster in whole minutes. Blocks, ten seconds at most.
    ///
    /// @return empty when it did not answer
    public Optional<MessagesMoved> moved(ClusterContext cluster, Instant from, Instant to) {
        return admin(cluster, LISTING).moved(from, to).found();
    }

    @Override
    public Optional<Set<String>> of(ClusterContext cluster, String queue) {
        return switch (admin(cluster, NAMES).depth(queue)) {
            case Reply.Answered<Depth>(Depth depth) ->
                Optional.of(depth.partitions().stream()
                        .map(Depth.Partition::partition)
                        .collect(Collectors.toSet()));
            case Reply.Absent<Depth> absent -> Optional.of(Set.of());
            case Reply.Failed<Depth> failed -> Optional.empty();
        };
    }

    /// @throws IllegalArgumentException when the cell's `base_url` is none of plain HTTP, which is all that is spoken
    /// inside a cell, or when no header can carry its secret
    private BrokerAdmin admin(ClusterContext cluster, TimeLimits limits) {
        if (!cluster.baseUrl().startsWith("http://")) {
            throw new IllegalArgumentException("base_url `%s` of the cell: it must begin with http://"
                    .formatted(ServerAddress.shown(cluster.baseUrl())));
        }
        cluster.cellSecret().problem().ifPresent(problem -> {
            throw new IllegalArgumentException(problem);
        });
        String token = cluster.cellSecret()
                .authorization()
                .map(header -> header.substring(BEARER.length()))
                .orElse("");
        return clients.computeIfAbsent(
                        cluster.baseUrl(),
                        url -> BrokerClient.of(BrokerOptions.of(url)
                                .longestAnswer(LONGEST_ANSWER)
                                .limits(LISTING)))
                .as(new Credentials(token, cluster.brokerTenantUuid().toString()))
                .within(limits)
                .admin()
                .once();
    }

    @Override
    public void close() {
        clients.values().forEach(BrokerClient::close);
    }
}
