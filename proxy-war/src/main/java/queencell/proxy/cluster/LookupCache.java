package queencell.proxy.cluster;

import static queencell.log.Field.field;

import java.time.Duration;
import java.util.Iterator;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import queencell.log.EventLog;
import queencell.log.Sampler;

/// What the database said about a key, kept for a while and served on when it falls silent (pipeline, 11).
///
/// Fresh answers are served at once; one that ran out a moment ago is served while it is fetched anew in the background
/// (A20); otherwise callers wait for the one look-up that is under way, however many they are. A look-up runs detached:
/// no caller can cancel it. "No such row" is remembered shortly and in bounded number, because anonymous callers choose
/// the keys. Thread-safe; only [#get] waits.
public final class LookupCache<K, V> {
    private static final EventLog LOG = EventLog.of("cluster");
    private static final Duration REST_AFTER_SILENCE = Duration.ofSeconds(1);

    /// @param name for log and metrics
    /// @param freshFor how long a row counts without asking again
    /// @param refreshAhead how long after that it is still served while a fetch runs
    /// @param grace how long after that it is served when the database does not answer
    /// @param graceAfterNotice whether that also holds for rows that a notification expired; no for keys (A39)
    /// @param missingFor how long "no such row" counts
    /// @param mostMissing how many of those are remembered
    /// @param patience how long a caller waits for a look-up
    /// @param standInAfter how long, if what is known may stand in: a silent database must not slow requests down
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

    private record Flight<V>(CompletableFuture<Answer<V>> landing, long beganNanos) {}

    private final Rules rules;
    private final Function<K, Optional<V>> database;
    private final Executor executor;
    private final LongSupplier nanoClock;
    private final CacheCounters counters;
    private final ConcurrentMap<K, Entry<V>> entries = new ConcurrentHashMap<>();
    private final ConcurrentMap<K, Long> missingUntil = new ConcurrentHashMap<>();
    private final ConcurrentMap<K, Flight<V>> flights = new ConcurrentHashMap<>();
    private final AtomicLong notices = new AtomicLong();
    private final Sampler silences;

    /// @param database asks the database; an exception means that it did not answer
    /// @param executor where look-ups run; they block
    public LookupCache(Rules rules, Function<K, Optional<V>> database, Executor executor, LongSupplier nanoClock) {
        this.rules = rules;
        this.database = database;
        this.executor = executor;
        this.nanoClock = nanoClock;
        this.counters = CacheCounters.of(rules.name());
        this.silences = new Sampler(Duration.ofSeconds(10), nanoClock);
        CacheCounters.sizes(rules.name(), entries, missingUntil);
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
                    flight(key);
                }
                counters.stale();
                return Optional.of(new Answer.Found<>(entry.value));
            }
            return Optional.empty();
        }
        Long until = missingUntil.get(key);
        if (until != null && now - until < 0) {
            counters.missing();
            return Optional.of(new Answer.Missing<>());
        }
        return Optional.empty();
    }

    /// Whether [#peek] would answer; nothing is counted or fetched by asking.
    public boolean knows(K key) {
        long now = nanoClock.getAsLong();
        Entry<V> entry = entries.get(key);
        if (entry != null) {
            return now - entry.freshUntil < 0 || isServedAhead(entry, now);
        }
        Long until = missingUntil.get(key);
        return until != null && now - until < 0;
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
        long now = nanoClock.getAsLong();
        notices.incrementAndGet();
        // whoever comes from now on must not join a look-up that may have read before the change
        flights.clear();
        entries.replaceAll((_, entry) -> which.test(entry.value) ? entry.expired(now) : entry);
    }

    /// As [#expire]; where no row matches, the news may be of one that was missing, so every "no such row" is
    /// forgotten.
    public void expireOrFind(Predicate<V> which) {
        boolean known = entries.values().stream().anyMatch(entry -> which.test(entry.value));
        expire(which);
        if (!known) {
            missingUntil.clear();
        }
    }

    /// Makes everything be fetched before its next use, "no such row" included.
    public void expireAll() {
        expire(_ -> true);
        missingUntil.clear();
    }

    /// How many "no such row" are remembered.
    int missingEntries() {
        return missingUntil.size();
    }

    private Answer<V> await(K key) {
        Entry<V> entry = entries.get(key);
        if (entry != null && nanoClock.getAsLong() - entry.restUntil < 0) {
            return servedInGrace(key);
        }
        Flight<V> flight = flight(key);
        try {
            return flight.landing().get(patienceWith(entry, flight), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException late) {
            return servedInGrace(key);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return servedInGrace(key);
        }
    }

    private long patienceWith(Entry<V> entry, Flight<V> flight) {
        if (entry == null || !mayStandIn(entry)) {
            return rules.patience().toNanos();
        }
        return Math.max(0, rules.standInAfter().toNanos() - (nanoClock.getAsLong() - flight.beganNanos()));
    }

    private Flight<V> flight(K key) {
        var mine = new Flight<>(new CompletableFuture<Answer<V>>(), nanoClock.getAsLong());
        Flight<V> running = flights.putIfAbsent(key, mine);
        if (running != null) {
            return running;
        }
        try {
            executor.execute(() -> land(key, mine, notices.get()));
        } catch (RuntimeException stopping) {
            flights.remove(key, mine);
            mine.landing().complete(servedInGrace(key));
        }
        return mine;
    }

    private void land(K key, Flight<V> flight, long noticesBefore) {
        Answer<V> answer = new Answer.Unanswered<>();
        try {
            answer = database.apply(key)
                    .map(value -> remember(key, value, noticesBefore))
                    .orElseGet(() -> forget(key, noticesBefore));
            counters.fetched();
        } catch (RuntimeException silent) {
            answer = noAnswer(key, silent);
        } finally {
            flights.remove(key, flight);
            flight.landing().complete(answer);
        }
    }

    private Answer<V> remember(K key, V value, long noticesBefore) {
        long now = nanoClock.getAsLong();
        var entry = new Entry<>(value, now, now + rules.freshFor().toNanos(), false, now);
        // a notification that came meanwhile may be about this row: serve it to those who asked before, keep it expired
        entries.put(key, notices.get() == noticesBefore ? entry : entry.expired(now));
        missingUntil.remove(key);
        return new Answer.Found<>(value);
    }

    private Answer<V> forget(K key, long noticesBefore) {
        entries.remove(key);
        long now = nanoClock.getAsLong();
        if (missingUntil.size() >= rules.mostMissing()) {
            pruneMissing(now);
        }
        if (missingUntil.size() < rules.mostMissing()) {
            missingUntil.put(key, now + rules.missingFor().toNanos());
            // looked at afterwards: a notification that comes later forgets what was put
            if (notices.get() != noticesBefore) {
                // it may be the news that the row is there now
                missingUntil.remove(key);
            }
        }
        return new Answer.Missing<>();
    }

    private void pruneMissing(long now) {
        for (Iterator<Long> until = missingUntil.values().iterator(); until.hasNext(); ) {
            if (now - until.next() >= 0) {
                until.remove();
            }
        }
    }

    private Answer<V> noAnswer(K key, RuntimeException silent) {
        counters.unanswered();
        long until = nanoClock.getAsLong() + REST_AFTER_SILENCE.toNanos();
        entries.computeIfPresent(key, (_, entry) -> entry.resting(until));
        silences.letThrough()
                .ifPresent(suppressed -> LOG.warn(
                        "lookup_unanswered", silent, field("cache", rules.name()), field("suppressed", suppressed)));
        return servedInGrace(key);
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
