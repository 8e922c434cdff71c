package queencell.proxy.state;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import queencell.address.ServerAddress;
import queencell.broker.MessagesMoved;
import queencell.log.EventLog;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.meter.MeteredHour;
import queencell.task.SideBySide;

/// Compares what was metered with what the brokers counted themselves, over the hour that ended some minutes ago.
/// Both sides are late by their flushes, hence the minutes. A difference is a hint, no proof: the broker also
/// counts duplicates that the meter bills to nobody, and traffic that came past the proxy. One run at a time;
/// blocks.
///
/// The question makes a broker sum up an hour of a tenant, so a cell is asked for one cluster at a time; cells do
/// not wait for each other, and one that does not answer is left alone until the next run.
final class MeterCheck {
    private static final EventLog LOG = EventLog.of("meter");
    private static final Duration LATE = Duration.ofMinutes(3);
    private static final Duration WINDOW = Duration.ofMinutes(60);
    private static final int CELLS_AT_ONCE = 8;
    private static final int SILENT_IN_A_ROW = 3;

    private final Supplier<List<ClusterContext>> clusters;
    private final BrokerCount brokers;
    private final MeteredCount metered;
    private final InstantSource clock;
    private final Map<UUID, Difference> differences = new ConcurrentHashMap<>();

    /// What a broker counted; empty when it did not answer.
    @FunctionalInterface
    interface BrokerCount {
        Optional<MessagesMoved> of(ClusterContext cluster, Instant from, Instant to);
    }

    /// What was metered.
    @FunctionalInterface
    interface MeteredCount {
        MeteredHour of(UUID cluster, Instant from, Instant to);
    }

    /// @param to the first moment that is not compared any more
    record Difference(Instant from, Instant to, MeteredHour metered, MessagesMoved broker) {
        long pushed() {
            return broker.pushed() - metered.pushed();
        }

        long popped() {
            return broker.popped() - metered.delivered();
        }

        long largest() {
            return Math.max(Math.abs(pushed()), Math.abs(popped()));
        }

        /// The minutes in which the two disagree, oldest first. A request that went by while a minute ended may stand
        /// in one for the meter and in its neighbour for the broker.
        List<Minute> minutes() {
            var all = new TreeSet<>(metered.minutes().keySet());
            all.addAll(broker.minutes().keySet());
            return all.stream()
                    .map(minute -> new Minute(
                            minute,
                            metered.minutes().getOrDefault(minute, MeteredHour.Count.NONE),
                            broker.minutes().getOrDefault(minute, MessagesMoved.Count.NONE)))
                    .filter(Minute::differs)
                    .toList();
        }
    }

    record Minute(Instant at, MeteredHour.Count metered, MessagesMoved.Count broker) {
        boolean differs() {
            return metered.pushed() != broker.pushed() || metered.delivered() != broker.popped();
        }
    }

    MeterCheck(
            Supplier<List<ClusterContext>> clusters,
            BrokerCount brokers,
            MeteredCount metered,
            InstantSource clock,
            MeterRegistry registry) {
        this.clusters = clusters;
        this.brokers = brokers;
        this.metered = metered;
        this.clock = clock;
        // of all clusters only the largest: one series per tenant would let tenants decide how many there are
        Gauge.builder("queen_proxy_meter_difference_max", this, MeterCheck::largest)
                .description("Largest difference between messages metered and messages the broker counted, any cluster")
                .strongReference(true)
                .register(registry);
    }

    /// @return whether every cluster could be compared
    /// @throws RuntimeException when the database does not say which clusters there are
    boolean run() {
        Instant to = clock.instant().minus(LATE).truncatedTo(ChronoUnit.MINUTES);
        Instant from = to.minus(WINDOW);
        List<ClusterContext> all = clusters.get();
        var complete = new AtomicBoolean(true);
        Map<String, List<ClusterContext>> byCell = all.stream().collect(Collectors.groupingBy(ClusterContext::baseUrl));
        SideBySide.forEach(byCell.values(), CELLS_AT_ONCE, cell -> {
            if (!compareAll(cell, from, to)) {
                complete.set(false);
            }
        });
        differences.keySet().retainAll(all.stream().map(ClusterContext::id).collect(Collectors.toSet()));
        return complete.get();
    }

    private boolean compareAll(List<ClusterContext> cell, Instant from, Instant to) {
        boolean complete = true;
        int silent = 0;
        for (ClusterContext cluster : cell) {
            boolean compared = compare(cluster, from, to);
            complete &= compared;
            silent = compared ? 0 : silent + 1;
            if (silent == SILENT_IN_A_ROW) {
                LOG.warn(
                        "cell_unchecked",
                        field("cell", ServerAddress.shown(cluster.baseUrl())),
                        field("clusters", cell.size()));
                return false;
            }
        }
        return complete;
    }

    private boolean compare(ClusterContext cluster, Instant from, Instant to) {
        try {
            Optional<MessagesMoved> counted = brokers.of(cluster, from, to);
            counted.ifPresent(broker -> differences.put(
                    cluster.id(), new Difference(from, to, metered.of(cluster.id(), from, to), broker)));
            return counted.isPresent();
        } catch (RuntimeException silent) {
            LOG.warn("meter_unchecked", silent, field("cluster", cluster.slug()));
            return false;
        }
    }

    Optional<Difference> of(UUID cluster) {
        return Optional.ofNullable(differences.get(cluster));
    }

    private double largest() {
        return differences.values().stream()
                .mapToLong(Difference::largest)
                .max()
                .orElse(0);
    }
}
