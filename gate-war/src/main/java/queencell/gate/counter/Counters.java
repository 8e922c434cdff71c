package queencell.gate.counter;

import static queencell.log.Field.field;

import java.math.BigInteger;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import queencell.broker.CallFailure;
import queencell.broker.Expiry;
import queencell.broker.IncrResult;
import queencell.broker.KvAnswer;
import queencell.broker.KvOp;
import queencell.broker.KvResult;
import queencell.broker.KvRow;
import queencell.broker.RawJson;
import queencell.log.EventLog;
import queencell.log.Sampler;

/// Charges, refunds and reads counters (runtime, 7). Blocking; any number of threads may use it.
///
/// One counter is charged with an ordinary increment and a read beside it, because a refusal has no expiry. Several are
/// charged with `required` increments, so that the broker takes all or none and nothing has to be given back
/// (runtime, 24.3); a refusal then costs one read.
public final class Counters {
    /// A call takes 256 operations; one of them is the read.
    static final int CHUNK = 255;

    private static final EventLog LOG = EventLog.of("gate.counter");

    private final KvCall kv;
    private final BooleanSupplier clockUnsure;
    private final Sampler refusedRefunds = Sampler.every(Duration.ofSeconds(1));
    private final Sampler failedRefunds = Sampler.every(Duration.ofSeconds(1));

    /// @param clockUnsure whether a call should bring along a time of the broker, because its clock is not known well
    public Counters(KvCall kv, BooleanSupplier clockUnsure) {
        this.kv = kv;
        this.clockUnsure = clockUnsure;
    }

    /// Charges all or nothing.
    public Charged charge(List<Charge> charges) {
        return charges.size() == 1 ? chargeOne(charges.getFirst()) : chargeAll(charges);
    }

    private Charged chargeOne(Charge charge) {
        return switch (kv.ask(List.of(increment(charge, false), new KvOp.GetMany(List.of(charge.key()))))) {
            case KvAnswer.Done done -> judged(charge, done.results());
            case KvAnswer.PreconditionLost lost -> new Charged.Failed(true, "lost a precondition that was not set");
            case KvAnswer.Failed failed -> failed(failed.failure());
        };
    }

    private Charged judged(Charge charge, List<KvResult> results) {
        return switch (increment(results.getFirst())) {
            case IncrResult.Applied applied -> {
                var ledger = new Ledger();
                ledger.note(charge.key(), saturated(applied.value()), applied.version());
                yield new Charged.Applied(ledger);
            }
            case IncrResult.Refused refused -> {
                if (refused.reason().equals("type")) {
                    yield corrupt(charge.key());
                }
                var view = new CounterView(charge.key(), saturated(refused.value()), instant(refused.expiresAt()));
                yield new Charged.Refused(Map.of(charge.key(), view), charge);
            }
            case IncrResult.Corrupt corrupt -> corrupt(charge.key());
        };
    }

    private Charged chargeAll(List<Charge> charges) {
        var ledger = new Ledger();
        for (int from = 0; from < charges.size(); from += CHUNK) {
            List<Charge> chunk = charges.subList(from, Math.min(charges.size(), from + CHUNK));
            List<Charge> before = charges.subList(0, from);
            switch (kv.ask(together(chunk))) {
                case KvAnswer.Done done -> {
                    if (!note(chunk, done.results(), ledger)) {
                        refund(charges.subList(0, from + chunk.size()), ledger);
                        return new Charged.Failed(true, "a counter of the charge holds no whole number");
                    }
                }
                case KvAnswer.PreconditionLost lost -> {
                    refund(before, ledger);
                    return lost.reason().equals("type")
                            ? corrupt(chunk.get(Math.max(0, lost.failedIndex())).key())
                            : refused(charges, chunk.get(Math.max(0, lost.failedIndex())));
                }
                case KvAnswer.Failed failed -> {
                    refund(before, ledger);
                    return failed(failed.failure());
                }
            }
        }
        return new Charged.Applied(ledger);
    }

    private List<KvOp> together(List<Charge> chunk) {
        var operations = new ArrayList<KvOp>(chunk.size() + 1);
        chunk.forEach(charge -> operations.add(increment(charge, true)));
        if (clockUnsure.getAsBoolean()) {
            operations.add(new KvOp.GetMany(List.of(chunk.getFirst().key())));
        }
        return operations;
    }

    /// False when a value came back that is no whole number.
    private static boolean note(List<Charge> chunk, List<KvResult> results, Ledger ledger) {
        boolean sound = true;
        for (int i = 0; i < chunk.size(); i++) {
            if (increment(results.get(i)) instanceof IncrResult.Applied applied) {
                ledger.note(chunk.get(i).key(), saturated(applied.value()), applied.version());
            } else {
                sound = false;
            }
        }
        return sound;
    }

    private Charged refused(List<Charge> charges, Charge named) {
        return switch (read(charges.stream().map(Charge::key).toList())) {
            case Reading.Read read -> {
                Charge first = charges.stream()
                        .filter(charge -> !read.view(charge.key()).takes(charge.delta(), charge.ceiling()))
                        .findFirst()
                        .orElse(named);
                yield new Charged.Refused(views(charges, read), first);
            }
            case Reading.Unreadable unreadable -> new Charged.Failed(false, unreadable.text());
        };
    }

    private static Map<String, CounterView> views(List<Charge> charges, Reading.Read read) {
        var views = new HashMap<String, CounterView>();
        charges.forEach(charge -> views.put(charge.key(), read.view(charge.key())));
        return views;
    }

    /// Gives charges back, each only if nobody has written its counter since: another charge, or a window that
    /// rotated, refuses it, which is the safe direction. Never repeated (runtime, 7.2).
    ///
    /// The version says that, not the value: the window that follows may be exactly as full as this one
    /// was, and a refund that lands there lets it be filled twice. Only a `put` looks at the version, and it
    /// begins the life of the counter anew, so that what is left of it is read first.
    public void refund(List<Charge> charges, Ledger ledger) {
        var refundable = new ArrayList<Charge>();
        for (Charge charge : charges) {
            if (ledger.entry(charge.key()).isPresent()) {
                refundable.add(charge);
            } else {
                warnRefund("refund_impossible", charge, "the broker did not say what the counter read");
            }
        }
        for (int from = 0; from < refundable.size(); from += CHUNK) {
            refundChunk(refundable.subList(from, Math.min(refundable.size(), from + CHUNK)), ledger);
        }
    }

    private void refundChunk(List<Charge> charges, Ledger ledger) {
        switch (kv.ask(
                List.of(new KvOp.GetMany(charges.stream().map(Charge::key).toList())))) {
            case KvAnswer.Done done
            when done.results().getFirst() instanceof KvResult.Rows rows ->
                putBack(untouched(charges, rows, ledger), ledger);
            case KvAnswer.Failed failed ->
                refundFailed(charges, ledger, failed.failure().text());
            case KvAnswer other -> refundFailed(charges, ledger, "the counters cannot be read");
        }
    }

    /// @param charge what to give back
    /// @param life of the counter from now on, in seconds
    private record Refund(Charge charge, Ledger.Entry before, long life) {
        KvOp.Put put() {
            return KvOp.Put.of(charge.key(), RawJson.of(Long.toString(left())), Expiry.seconds(life))
                    .expect(before.version());
        }

        long left() {
            return Math.max(0, before.value() - charge.delta());
        }
    }

    private List<Refund> untouched(List<Charge> charges, KvResult.Rows read, Ledger ledger) {
        var rows = new HashMap<String, KvRow>();
        read.rows().forEach(row -> rows.put(row.key(), row));
        var refunds = new ArrayList<Refund>();
        for (Charge charge : charges) {
            Ledger.Entry before = ledger.entry(charge.key()).orElseThrow();
            KvRow row = rows.get(charge.key());
            if (row != null && row.version() == before.version()) {
                refunds.add(new Refund(charge, before, lifeOf(charge, row)));
            } else {
                moved(charge, ledger);
            }
        }
        return refunds;
    }

    /// What was left when it was charged, in whole seconds, which is more than is left now: a window that ends late
    /// admits less, one that ends early too much. Both times are the broker's.
    private static long lifeOf(Charge charge, KvRow row) {
        if (row.expiresAt().isEmpty() || row.updatedAt().isEmpty()) {
            return charge.windowSeconds();
        }
        Duration left =
                Duration.between(row.updatedAt().orElseThrow(), row.expiresAt().orElseThrow());
        return Math.max(1, Math.ceilDiv(left.toNanos(), Duration.ofSeconds(1).toNanos()));
    }

    private void putBack(List<Refund> refunds, Ledger ledger) {
        if (refunds.isEmpty()) {
            return;
        }
        List<Charge> charges = refunds.stream().map(Refund::charge).toList();
        switch (kv.ask(refunds.stream().<KvOp>map(Refund::put).toList())) {
            case KvAnswer.Done done -> {
                for (int i = 0; i < refunds.size(); i++) {
                    Refund refund = refunds.get(i);
                    if (done.results().get(i) instanceof KvResult.Written written) {
                        ledger.note(refund.charge().key(), refund.left(), written.version());
                    } else {
                        moved(refund.charge(), ledger);
                    }
                }
            }
            case KvAnswer.PreconditionLost lost -> refundFailed(charges, ledger, lost.reason());
            case KvAnswer.Failed failed ->
                refundFailed(charges, ledger, failed.failure().text());
        }
    }

    private void moved(Charge charge, Ledger ledger) {
        ledger.forget(charge.key());
        warnRefund("refund_refused", charge, "the counter has moved");
    }

    private void refundFailed(List<Charge> charges, Ledger ledger, String why) {
        charges.forEach(charge -> ledger.forget(charge.key()));
        warnRefund("refund_failed", charges.getFirst(), why);
    }

    private void warnRefund(String event, Charge charge, String why) {
        Sampler sampler = event.equals("refund_refused") ? refusedRefunds : failedRefunds;
        sampler.letThrough()
                .ifPresent(suppressed -> LOG.warn(
                        event,
                        field("key", charge.key()),
                        field("delta", charge.delta()),
                        field("budget", charge.budgetId()),
                        field("why", why),
                        field("suppressed", suppressed)));
    }

    /// Reads counters as they are; one that holds no whole number makes the whole reading unreadable.
    public Reading read(List<String> keys) {
        var views = new HashMap<String, CounterView>();
        for (int from = 0; from < keys.size(); from += CHUNK) {
            List<String> chunk = keys.subList(from, Math.min(keys.size(), from + CHUNK));
            switch (kv.ask(List.of(new KvOp.GetMany(chunk)))) {
                case KvAnswer.Done done -> {
                    if (!(done.results().getFirst() instanceof KvResult.Rows rows) || rows.truncated()) {
                        return new Reading.Unreadable("the broker cut the list of counters short");
                    }
                    for (KvRow row : rows.rows()) {
                        Optional<BigInteger> value = whole(row);
                        if (value.isEmpty()) {
                            return new Reading.Unreadable(notANumber(row.key()));
                        }
                        views.put(
                                row.key(),
                                new CounterView(row.key(), saturated(value.get()), instant(row.expiresAt())));
                    }
                }
                case KvAnswer.PreconditionLost lost -> {
                    return new Reading.Unreadable(lost.reason());
                }
                case KvAnswer.Failed failed -> {
                    return new Reading.Unreadable(failed.failure().text());
                }
            }
        }
        return new Reading.Read(views);
    }

    /// The same charges as riders of a transaction, which takes all or none of them.
    public static List<KvOp> riders(List<Charge> charges) {
        return charges.stream().<KvOp>map(charge -> increment(charge, true)).toList();
    }

    private static KvOp.Incr increment(Charge charge, boolean required) {
        return KvOp.Incr.of(charge.key(), charge.delta(), Expiry.seconds(charge.windowSeconds()))
                .max(charge.ceiling())
                .required(required);
    }

    private static IncrResult increment(KvResult result) {
        return result instanceof IncrResult increment ? increment : new IncrResult.Corrupt("", false, Optional.empty());
    }

    private static Charged corrupt(String key) {
        return new Charged.Failed(false, notANumber(key));
    }

    private static String notANumber(String key) {
        return "counter `%s` holds no whole number, so nothing can be charged on it; delete the key".formatted(key);
    }

    private static Charged failed(CallFailure failure) {
        return new Charged.Failed(!failure.certainlyNotApplied(), failure.text());
    }

    private static Optional<BigInteger> whole(KvRow row) {
        try {
            return Optional.of(new java.math.BigDecimal(row.value().text().strip()).toBigIntegerExact());
        } catch (ArithmeticException | NumberFormatException notWhole) {
            return Optional.empty();
        }
    }

    private static long saturated(BigInteger value) {
        return value.bitLength() < Long.SIZE ? value.longValue() : value.signum() < 0 ? Long.MIN_VALUE : Long.MAX_VALUE;
    }

    private static Optional<Instant> instant(Optional<OffsetDateTime> time) {
        return time.map(OffsetDateTime::toInstant);
    }
}
