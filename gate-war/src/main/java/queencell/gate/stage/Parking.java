package queencell.gate.stage;

import static queencell.log.Field.field;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import queencell.gate.counter.CounterView;
import queencell.log.EventLog;
import queencell.log.Sampler;

/// Holds what did not pass until its counters open, or lets it go (runtime, 8, with the rulings on keeping and waking).
///
/// Blocked by a counter of the whole node: the worker sleeps with it. Blocked by counters of single scope values only:
/// it goes on the shelf and the worker goes on. A wait beyond the limit leaves the claim to its lease, which charges no
/// retry.
final class Parking {
    private static final EventLog LOG = EventLog.of("gate.stage");
    /// Keeps an unknown end, or a clock of ours ahead of the broker's, from becoming a spin.
    private static final Duration SHORTEST = Duration.ofMillis(50);

    private final String stage;
    private final StageSettings settings;
    private final InstantSource clock;
    private final Turns turns;
    private final Sleepers sleepers;
    private final Shelf shelf;
    private final LeaseKeeper leases;
    private final GiveBack giveBack;
    private final StopSignal stop;
    private final StageCounters counts;
    private final LongSupplier jitterMillis;
    private final Sampler limits = Sampler.every(Duration.ofSeconds(60));

    /// What may ask again, and whose turn it is.
    record Awake(List<Holding> holdings, Turns.Turn turn) {}

    /// @param jitterMillis a few milliseconds, so that replicas do not ask in the same one
    Parking(
            String stage,
            StageTools tools,
            Shelf shelf,
            GiveBack giveBack,
            StopSignal stop,
            StageCounters counts,
            LongSupplier jitterMillis) {
        this.stage = stage;
        this.settings = tools.settings();
        this.clock = tools.clock();
        this.turns = tools.turns();
        this.sleepers = tools.sleepers();
        this.leases = tools.leases();
        this.shelf = shelf;
        this.giveBack = giveBack;
        this.stop = stop;
        this.counts = counts;
        this.jitterMillis = jitterMillis;
    }

    /// A few milliseconds, drawn anew for each sleep, so that replicas do not ask in the same one (ruling on waking).
    static long jitterMillis() {
        return ThreadLocalRandom.current().nextLong(1, 6);
    }

    /// @param blocked partitions whose first message did not pass
    Awake await(List<Holding> blocked) {
        var parked = new ArrayList<Holding>(blocked.size());
        for (Holding holding : blocked) {
            Blockage blockage = holding.blockage().orElseThrow();
            if (holding.lease().lost() || !affordable(holding, blockage)) {
                release(holding);
            } else if (blockage.scopedOnly()) {
                shelve(holding, blockage);
            } else {
                parked.add(holding);
            }
        }
        return parked.isEmpty() ? new Awake(List.of(), turns.none()) : sleep(parked);
    }

    private Awake sleep(List<Holding> parked) {
        List<Holding> holdings = parked;
        while (true) {
            Blockage nearest = nearest(holdings);
            Duration nap = nap(nearest);
            holdings.forEach(holding -> holding.parked(nap));
            counts.parked();
            if (!sleepers.sleep(keys(nearest), nap, stop)) {
                giveBack.all(holdings);
                return new Awake(List.of(), turns.none());
            }
            Optional<Blockage.Full> last = nearest.last();
            if (last.isEmpty()) {
                return new Awake(withoutLost(holdings), turns.none());
            }
            Turns.Turn turn = turns.enter(last.get().touch().key());
            // only now: a lease may be lost while another handler asks, too
            holdings = withoutLost(holdings);
            if (holdings.isEmpty()) {
                turn.close();
                return new Awake(holdings, turns.none());
            }
            Optional<CounterView> news = turn.news();
            if (news.isEmpty() || opens(holdings, news.get())) {
                return new Awake(holdings, turn);
            }
            holdings = affordable(holdings);
            if (holdings.isEmpty()) {
                return new Awake(holdings, turns.none());
            }
        }
    }

    private Blockage nearest(List<Holding> holdings) {
        return holdings.stream()
                .map(holding -> holding.blockage().orElseThrow())
                .min(Comparator.comparing(this::wait))
                .orElseThrow();
    }

    /// Brings what another handler learned about one counter to those that wait for it, each judged by its own ceiling
    /// and its own first message: a refusal of another path may be none for us.
    ///
    /// @return whether one of them may ask now
    private boolean opens(List<Holding> holdings, CounterView news) {
        Instant now = clock.instant();
        boolean opens = false;
        for (Holding holding : holdings) {
            Optional<Blockage> still = holding.blockage().flatMap(blockage -> blockage.seenAs(news, now));
            if (still.isPresent()) {
                holding.blockage(still);
            } else {
                opens = true;
            }
        }
        return opens;
    }

    private void shelve(Holding holding, Blockage blockage) {
        Duration wait = nap(blockage);
        if (shelf.full() || !leases.coverWait(holding.lease(), wait)) {
            release(holding);
            return;
        }
        holding.parked(wait);
        counts.parked();
        if (!shelf.put(holding, keys(blockage), clock.instant().plus(wait))) {
            giveBack.all(List.of(holding));
        }
    }

    private List<Holding> withoutLost(List<Holding> holdings) {
        var kept = new ArrayList<Holding>(holdings.size());
        for (Holding holding : holdings) {
            if (holding.lease().lost()) {
                release(holding);
            } else {
                kept.add(holding);
            }
        }
        return kept;
    }

    private List<Holding> affordable(List<Holding> holdings) {
        var kept = new ArrayList<Holding>(holdings.size());
        for (Holding holding : holdings) {
            if (affordable(holding, holding.blockage().orElseThrow())) {
                kept.add(holding);
            } else {
                release(holding);
            }
        }
        return kept;
    }

    private boolean affordable(Holding holding, Blockage blockage) {
        Duration held = holding.parked().plus(wait(blockage));
        return held.compareTo(settings.maxPark()) <= 0;
    }

    private void release(Holding holding) {
        counts.released();
        holding.end();
        if (holding.parked().compareTo(settings.maxPark()) >= 0
                && !settings.maxPark().isZero()) {
            limits.letThrough()
                    .ifPresent(suppressed -> LOG.warn(
                            "claim_held_to_limit",
                            field("stage", stage),
                            field("partition", holding.partition()),
                            field("parkedMs", holding.parked().toMillis()),
                            field("suppressed", suppressed)));
        }
    }

    private Duration wait(Blockage blockage) {
        Instant now = clock.instant();
        Duration wait =
                blockage.opensAt().map(end -> Duration.between(now, end)).orElse(Duration.ZERO);
        return wait.isNegative() ? Duration.ZERO : wait;
    }

    private Duration nap(Blockage blockage) {
        Duration wait = wait(blockage);
        Duration floor = wait.isZero() ? SHORTEST : wait;
        return floor.plusMillis(jitterMillis.getAsLong());
    }

    private static Set<String> keys(Blockage blockage) {
        return blockage.counters().stream().map(full -> full.touch().key()).collect(Collectors.toSet());
    }
}
