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

/// Counters in memory with the broker's rules for `incr`, `required` and `getMany` (wire, 10.4 and 10.5), on a clock
/// that the test moves, and with failures that the test orders.
public final class FakeKv implements KvCall {
    private final Map<String, Raw> written = new HashMap<>();
    private final Map<String, Row> rows = new HashMap<>();
    private final Deque<CallFailure> failures = new ArrayDeque<>();
    private final List<List<KvOp>> calls = new ArrayList<>();
    private Instant now = Instant.parse("2026-11-30T08:00:00Z");

    private record Row(BigInteger value, Instant expiresAt) {}

    private record Raw(String json, Instant expiresAt) {}

    @Override
    public synchronized KvAnswer ask(List<KvOp> operations) {
        calls.add(List.copyOf(operations));
        if (!failures.isEmpty()) {
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
                    incr.key(), "limit", BigInteger.valueOf(value(incr.key())), 1, expiry(incr.key()));
        }
        Instant end = live(incr.key())
                .map(Row::expiresAt)
                .orElseGet(() -> now.plusSeconds(incr.expiry().ttlSeconds()));
        rows.put(incr.key(), new Row(BigInteger.valueOf(value(incr.key()) + incr.delta()), end));
        return new IncrResult.Applied(incr.key(), BigInteger.valueOf(value(incr.key())), 1, expiry(incr.key()));
    }

    /// Value and expiry are replaced.
    private KvResult put(KvOp.Put put) {
        Instant end = now.plusSeconds(put.expiry().ttlSeconds());
        String json = new String(put.value().bytes(), StandardCharsets.UTF_8);
        if (json.matches("-?[0-9]+")) {
            rows.put(put.key(), new Row(new BigInteger(json), end));
        } else {
            written.put(put.key(), new Raw(json, end));
        }
        return new KvResult.Written(put.key(), 1);
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
                        1,
                        Optional.of(row.get().expiresAt().atOffset(ZoneOffset.UTC)),
                        Optional.of(now.atOffset(ZoneOffset.UTC))));
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
        rows.put(key, new Row(BigInteger.valueOf(value), now.plus(lives)));
    }

    public synchronized void pass(Duration time) {
        now = now.plus(time);
    }

    public synchronized Instant now() {
        return now;
    }

    /// The next call fails.
    public synchronized void fail(CallFailure failure) {
        failures.add(failure);
    }

    public synchronized int calls() {
        return calls.size();
    }
}
