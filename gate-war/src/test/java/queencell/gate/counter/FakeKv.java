package queencell.gate.counter;

import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.broker.CallFailure;
import queencell.broker.IncrResult;
import queencell.broker.KvAnswer;
import queencell.broker.KvOp;
import queencell.broker.KvResult;
import queencell.broker.KvRow;
import queencell.broker.RawJson;

/// Counters in memory with the rules of the broker for `incr`, `put`, `required` and `getMany` (wire, 10.3
/// to 10.5), on a clock that the test moves, and with failures that the test orders.
public final class FakeKv implements KvCall {
    private final Map<String, Raw> written = new HashMap<>();
    private final Map<String, Row> rows = new HashMap<>();
    private final Deque<CallFailure> failures = new ArrayDeque<>();
    private final List<List<KvOp>> calls = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-30T08:00:00Z");

    private long versions;
    private int failFrom;

    private record Row(BigInteger value, Instant expiresAt, Instant updatedAt, long version) {}

    private record Raw(String json, Instant expiresAt) {}

    @Override
    public synchronized KvAnswer ask(List<KvOp> operations) {
        calls.add(List.copyOf(operations));
        if (!failures.isEmpty() && failFrom-- <= 0) {
            return new KvAnswer.Failed(failures.poll());
        }
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof KvOp.Incr incr && incr.required() && !fits(incr)) {
                return new KvAnswer.PreconditionLost(i, "limit", RawJson.of(Long.toString(value(incr.key()))), 1);
            }
        }
        List<KvResult> results = new ArrayList<>();
        for (KvOp operation : operations) {
            switch (operation) {
                case KvOp.Incr incr -> results.add(apply(incr));
                case KvOp.Put put -> results.add(put(put));
                case KvOp.Delete delete -> {
                    rows.remove(delete.key());
                    written.remove(delete.key());
                    results.add(new KvResult.Written(delete.key(), 0));
                }
                default -> {}
            }
        }
        for (KvOp operation : operations) {
            if (operation instanceof KvOp.GetMany read) {
                results.add(read(read));
            }
        }
        return new KvAnswer.Done(results);
    }

    private boolean fits(KvOp.Incr incr) {
        long next = value(incr.key()) + incr.delta();
        return next <= incr.max() && next >= incr.min();
    }

    private IncrResult apply(KvOp.Incr incr) {
        if (!fits(incr)) {
            return new IncrResult.Refused(
                    incr.key(),
                    "limit",
                    BigInteger.valueOf(value(incr.key())),
                    version(incr.key()),
                    expiry(incr.key()));
        }
        Instant end = live(incr.key())
                .map(Row::expiresAt)
                .orElseGet(() -> now.plusSeconds(incr.expiry().ttlSeconds()));
        set(incr.key(), BigInteger.valueOf(value(incr.key()) + incr.delta()), end);
        return new IncrResult.Applied(
                incr.key(), BigInteger.valueOf(value(incr.key())), version(incr.key()), expiry(incr.key()));
    }

    private void set(String key, BigInteger value, Instant end) {
        rows.put(key, new Row(value, end, now, ++versions));
    }

    private long version(String key) {
        return live(key).map(Row::version).orElse(0L);
    }

    /// Value and expiry are replaced.
    private KvResult put(KvOp.Put put) {
        if (put.expect() != KvOp.Put.ANY && put.expect() != version(put.key())) {
            return new KvResult.Lost(
                    put.key(), "version", RawJson.of(Long.toString(value(put.key()))), version(put.key()));
        }
        Instant end = now.plusSeconds(put.expiry().ttlSeconds());
        String json = new String(put.value().bytes(), StandardCharsets.UTF_8);
        if (json.matches("-?[0-9]+")) {
            set(put.key(), new BigInteger(json), end);
        } else {
            written.put(put.key(), new Raw(json, end));
        }
        return new KvResult.Written(put.key(), Math.max(1, version(put.key())));
    }

    /// A row that is no counter.
    public synchronized void write(String key, String json, Duration lives) {
        written.put(key, new Raw(json, now.plus(lives)));
    }

    private KvResult read(KvOp.GetMany read) {
        List<KvRow> found = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        for (String key : read.keys()) {
            Optional<Row> row = live(key);
            Optional<Raw> raw = Optional.ofNullable(written.get(key))
                    .filter(each -> each.expiresAt().isAfter(now));
            if (raw.isPresent()) {
                found.add(new KvRow(
                        key,
                        RawJson.of(raw.get().json()),
                        1,
                        Optional.of(raw.get().expiresAt().atOffset(ZoneOffset.UTC)),
                        Optional.of(now.atOffset(ZoneOffset.UTC))));
            } else if (row.isPresent()) {
                found.add(new KvRow(
                        key,
                        RawJson.of(row.get().value().toString()),
                        row.get().version(),
                        Optional.of(row.get().expiresAt().atOffset(ZoneOffset.UTC)),
                        Optional.of(row.get().updatedAt().atOffset(ZoneOffset.UTC))));
            } else {
                missing.add(key);
            }
        }
        return new KvResult.Rows(found, missing, false, "");
    }

    private Optional<Row> live(String key) {
        return Optional.ofNullable(rows.get(key)).filter(row -> row.expiresAt().isAfter(now));
    }

    private Optional<java.time.OffsetDateTime> expiry(String key) {
        return live(key).map(row -> row.expiresAt().atOffset(ZoneOffset.UTC));
    }

    public synchronized long value(String key) {
        return live(key).map(row -> row.value().longValue()).orElse(0L);
    }

    public synchronized void spend(String key, long value, Duration lives) {
        set(key, BigInteger.valueOf(value), now.plus(lives));
    }

    public synchronized void pass(Duration time) {
        now = now.plus(time);
    }

    public synchronized Instant now() {
        return now;
    }

    /// The next call fails.
    public synchronized void fail(CallFailure failure) {
        failAfter(0, failure);
    }

    /// A call fails when so many others have passed.
    public synchronized void failAfter(int others, CallFailure failure) {
        failFrom = others;
        failures.add(failure);
    }

    public synchronized int calls() {
        return calls.size();
    }
}
