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
                ledger.note(charge.key(), saturated(applied.value()));
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
                ledger.note(chunk.get(i).key(), saturated(applied.value()));
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

    /// Gives charges back, each only if its counter still reads what the charge left: a window that rotated, or anybody
    /// else's charge, refuses it, which is the safe direction. Never repeated (runtime, 7.2).
    public void refund(List<Charge> charges, Ledger ledger) {
        var operations = new ArrayList<KvOp>();
        var refunded = new ArrayList<Charge>();
        for (Charge charge : charges) {
            var after = ledger.value(charge.key());
            if (after.isEmpty()) {
                warnRefund("refund_impossible", charge, "the broker did not say what the counter read");
                continue;
            }
            long left = Math.max(0, after.getAsLong() - charge.delta());
            operations.add(KvOp.Incr.of(charge.key(), -charge.delta(), Expiry.seconds(charge.windowSeconds()))
                    .min(left)
                    .max(left));
            refunded.add(charge);
            ledger.note(charge.key(), left);
        }
        for (int from = 0; from < operations.size(); from += CHUNK) {
            int to = Math.min(operations.size(), from + CHUNK);
            refundChunk(operations.subList(from, to), refunded.subList(from, to));
        }
    }

    private void refundChunk(List<KvOp> operations, List<Charge> charges) {
        switch (kv.ask(operations)) {
            case KvAnswer.Done done -> {
                for (int i = 0; i < charges.size(); i++) {
                    if (!(done.results().get(i) instanceof IncrResult.Applied)) {
                        warnRefund("refund_refused", charges.get(i), "the counter has moved");
                    }
                }
            }
            case KvAnswer.PreconditionLost lost -> warnRefund("refund_failed", charges.getFirst(), lost.reason());
            case KvAnswer.Failed failed ->
                warnRefund("refund_failed", charges.getFirst(), failed.failure().text());
        }
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
