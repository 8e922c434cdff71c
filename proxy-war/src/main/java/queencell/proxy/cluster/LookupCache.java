package queencell.proxy.cluster;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.proxy.cluster.Flight.Notice;

/// What the database said about a key, kept for a while and served on when it falls silent (pipeline, 11).
///
/// Fresh answers are served at once; one that ran out a moment ago is served while it is fetched anew in the
/// background (A20); otherwise callers wait for the one look-up that is under way, however many they are. A look-up
/// runs detached: no caller can cancel it. While the database is silent nobody waits long: what is known stands in,
/// what is not is denied. Thread-safe; only [#get] waits.
public final class LookupCache<K, V> {
    private static final EventLog LOG = EventLog.of("cluster");
    private static final Duration REST_AFTER_SILENCE = Duration.ofSeconds(1);
    /// Look-ups of unknown keys that may be under way at a silent database: enough to notice that it is back.
    private static final int PROBES = 16;
    /// How often a caller looks again because its row changed while it was being read.
    private static final int ATTEMPTS = 10;

    /// @param name for log and metrics
    /// @param freshFor how long a row counts without asking again
    /// @param refreshAhead how long after that it is still served while a fetch runs
    /// @param grace how long after that it is served when the database does not answer
    /// @param graceAfterNotice whether that also holds for rows that a notification expired; no for keys (A39)
    /// @param missingFor how long "no such row" counts
    /// @param mostMissing how many of those are remembered
    /// @param patience how long a caller waits for a look-up
    /// @param standInAfter how long, if what is known may stand in, or the database is known to be silent: neither
    /// shall slow requests down
    public record Rules(
            String name,
            Duration freshFor,
            Duration refreshAhead,
            Duration grace,
            boolean graceAfterNotice,
            Duration missingFor,
            int mostMissing,
            Duration patience,
            Duration standInAfter) {}

    public sealed interface Answer<V> {
        record Found<V>(V value) implements Answer<V> {}

        /// The database knows no such row.
        record Missing<V>() implements Answer<V> {}

        /// The database did not answer, and nothing known may stand in.
        record Unanswered<V>() implements Answer<V> {}
    }

    /// @param readAt monotonic nanoseconds, as the next
    /// @param freshUntil until when it counts without asking
    /// @param noticed expired by a notification, not by time
    /// @param restUntil monotonic nanoseconds before which the silent database is not asked again
    private record Entry<V>(V value, long readAt, long freshUntil, boolean noticed, long restUntil) {
        Entry<V> expired(long now) {
            return new Entry<>(value, readAt, Math.min(freshUntil - now, 0) + now, true, now);
        }

        Entry<V> resting(long until) {
            return new Entry<>(value, readAt, freshUntil, noticed, until);
        }
    }

    /// @param heardBefore what the look-up had heard of changes when somebody joined it
    private record Seat<V>(Flight<V> flight, int heardBefore) {}

    private final Rules rules;
    private final Function<K, Optional<V>> database;
    private final Executor executor;
    private final LongSupplier nanoClock;
    private final CacheCounters counters;
    private final ConcurrentMap<K, Entry<V>> entries = new ConcurrentHashMap<>();
    private final Absences<K> absences;
    private final ConcurrentMap<K, Flight<V>> flights = new ConcurrentHashMap<>();
    private final Sampler silences;
    /// Whether the last look-up got no answer.
    private volatile boolean silent;

    /// @param database asks the database; an exception means that it did not answer
    /// @param executor where look-ups run; they block
    /// @param metrics where hits and misses are counted
    public LookupCache(
            Rules rules,
            Function<K, Optional<V>> database,
            Executor executor,
            LongSupplier nanoClock,
            MeterRegistry metrics) {
        this.rules = rules;
        this.database = database;
        this.executor = executor;
        this.nanoClock = nanoClock;
        this.absences = new Absences<>(rules.missingFor(), rules.mostMissing());
        this.counters = CacheCounters.of(rules.name(), metrics);
        this.silences = new Sampler(Duration.ofSeconds(10), nanoClock);
        CacheCounters.sizes(rules.name(), entries, absences.entries(), metrics);
    }

    /// The answer if it can be given without waiting.
    public Optional<Answer<V>> peek(K key) {
        long now = nanoClock.getAsLong();
        Entry<V> entry = entries.get(key);
        if (entry != null) {
            long age = now - entry.freshUntil;
            if (age < 0) {
                counters.fresh();
                return Optional.of(new Answer.Found<>(entry.value));
            }
            if (isServedAhead(entry, now)) {
                if (now - entry.restUntil >= 0) {
                    board(key);
                }
                counters.stale();
                return Optional.of(new Answer.Found<>(entry.value));
            }
            return Optional.empty();
        }
        if (absences.contains(key, now)) {
            counters.missing();
            return Optional.of(new Answer.Missing<>());
        }
        return Optional.empty();
    }

    /// Whether [#peek] would answer; nothing is counted or fetched by asking.
    public boolean knows(K key) {
        long now = nanoClock.getAsLong();
        Entry<V> entry = entries.get(key);
        return entry == null ? absences.contains(key, now) : now - entry.freshUntil < 0 || isServedAhead(entry, now);
    }

    /// Run out so lately that it is served while it is fetched anew.
    private boolean isServedAhead(Entry<V> entry, long now) {
        long longest = Math.min(rules.refreshAhead().toNanos(), saturatedNanos(rules.grace()));
        return !entry.noticed && now - entry.freshUntil <= longest;
    }

    /// What is remembered of the key, however old; nothing is counted or fetched by asking.
    public Optional<V> remembered(K key) {
        return Optional.ofNullable(entries.get(key)).map(Entry::value);
    }

    /// How long ago what is remembered of the key was read; nothing is counted or fetched by asking.
    public Optional<Duration> age(K key) {
        return Optional.ofNullable(entries.get(key))
                .map(entry -> Duration.ofNanos(nanoClock.getAsLong() - entry.readAt));
    }

    /// The answer, if need be after a look-up; waits.
    public Answer<V> get(K key) {
        return peek(key).orElseGet(() -> await(key));
    }

    /// For threads that must not wait and peeked before: as [#peek], but a row that ran out since then still counts,
    /// since the request was accepted while it was good.
    public Answer<V> withoutWaiting(K key) {
        return peek(key).orElseGet(() -> {
            Entry<V> entry = entries.get(key);
            return entry == null ? new Answer.Unanswered<>() : new Answer.Found<>(entry.value);
        });
    }

    /// Makes the rows that match be fetched before their next use.
    public void expire(Predicate<V> which) {
        tell(new Notice<>(which, true));
    }

    /// As [#expire]; where no row matches, the news may be of one that was missing, so every "no such row" is
    /// forgotten.
    public void expireOrFind(Predicate<V> which) {
        boolean known = entries.values().stream().anyMatch(entry -> which.test(entry.value));
        tell(new Notice<>(which, !known));
        if (!known) {
            absences.clear();
        }
    }

    /// Makes everything be fetched before its next use, "no such row" included.
    public void expireAll() {
        expire(_ -> true);
        absences.clear();
    }

    /// Look-ups that are under way first: what they put afterwards they compare with what they heard.
    private void tell(Notice<V> notice) {
        long now = nanoClock.getAsLong();
        flights.values().forEach(flight -> flight.hear(notice));
        entries.replaceAll((_, entry) -> notice.which().test(entry.value) ? entry.expired(now) : entry);
    }

    /// How many "no such row" are remembered.
    int missingEntries() {
        return absences.size();
    }

    private Answer<V> await(K key) {
        for (int attempt = 0; attempt < ATTEMPTS; attempt++) {
            Entry<V> entry = entries.get(key);
            boolean rests = entry != null && nanoClock.getAsLong() - entry.restUntil < 0;
            if (rests || entry == null && isProbedEnough(key)) {
                return servedInGrace(key);
            }
            Seat<V> seat = board(key);
            Answer<V> answer = seat.flight().await(patienceWith(entry, seat.flight()));
            if (answer instanceof Answer.Unanswered) {
                return servedInGrace(key);
            }
            // read before a change that was told before this caller came: it must not get the old row
            if (!seat.flight().isOutdated(answer, seat.heardBefore())) {
                return answer;
            }
        }
        return servedInGrace(key);
    }

    private boolean isProbedEnough(K key) {
        return silent && flights.size() >= PROBES && !flights.containsKey(key);
    }

    private Duration patienceWith(Entry<V> entry, Flight<V> flight) {
        if (!silent && (entry == null || !mayStandIn(entry))) {
            return rules.patience();
        }
        return Duration.ofNanos(
                Math.max(0, rules.standInAfter().toNanos() - (nanoClock.getAsLong() - flight.beganNanos())));
    }

    /// Joins the look-up that is under way, or begins one.
    private Seat<V> board(K key) {
        var mine = new Flight<V>(nanoClock.getAsLong());
        Flight<V> running = flights.putIfAbsent(key, mine);
        if (running != null) {
            return new Seat<>(running, running.noticesHeard());
        }
        try {
            executor.execute(() -> land(key, mine));
        } catch (RuntimeException stopping) {
            flights.remove(key, mine);
            mine.land(new Answer.Unanswered<>());
        }
        return new Seat<>(mine, 0);
    }

    private void land(K key, Flight<V> flight) {
        Answer<V> answer = new Answer.Unanswered<>();
        try {
            Optional<V> row = database.apply(key);
            silent = false;
            answer = row.map(value -> remember(key, value, flight)).orElseGet(() -> forget(key, flight));
            counters.fetched();
        } catch (RuntimeException quiet) {
            unanswered(key, quiet);
        } finally {
            flights.remove(key, flight);
            flight.land(answer);
        }
    }

    private Answer<V> remember(K key, V value, Flight<V> flight) {
        long now = nanoClock.getAsLong();
        var answer = new Answer.Found<>(value);
        var entry = new Entry<>(value, now, now + rules.freshFor().toNanos(), false, now);
        entries.put(key, entry);
        absences.forget(key);
        // looked at afterwards: a notification that comes later finds what was put
        if (flight.isOutdated(answer)) {
            // those who asked before the change are served with it, nobody else
            entries.computeIfPresent(key, (_, put) -> put.expired(now));
        }
        return answer;
    }

    private Answer<V> forget(K key, Flight<V> flight) {
        entries.remove(key);
        absences.note(key, nanoClock.getAsLong());
        var answer = new Answer.Missing<V>();
        if (flight.isOutdated(answer)) {
            // it may be the news that the row is there now
            absences.forget(key);
        }
        return answer;
    }

    private void unanswered(K key, RuntimeException quiet) {
        counters.unanswered();
        silent = true;
        long until = nanoClock.getAsLong() + REST_AFTER_SILENCE.toNanos();
        entries.computeIfPresent(key, (_, entry) -> entry.resting(until));
        silences.letThrough()
                .ifPresent(suppressed -> LOG.warn(
                        "lookup_unanswered", quiet, field("cache", rules.name()), field("suppressed", suppressed)));
    }

    private Answer<V> servedInGrace(K key) {
        Entry<V> entry = entries.get(key);
        if (entry == null || !mayStandIn(entry)) {
            return new Answer.Unanswered<>();
        }
        counters.stale();
        return new Answer.Found<>(entry.value);
    }

    private boolean mayStandIn(Entry<V> entry) {
        return (!entry.noticed || rules.graceAfterNotice())
                && nanoClock.getAsLong() - entry.freshUntil < saturatedNanos(rules.grace());
    }

    // a grace of thousands of years means for ever, not an overflow
    private static long saturatedNanos(Duration duration) {
        return duration.toSeconds() > Long.MAX_VALUE / 1_000_000_000L - 1 ? Long.MAX_VALUE : duration.toNanos();
    }
}
