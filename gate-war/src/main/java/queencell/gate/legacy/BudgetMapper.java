package queencell.gate.legacy;

import java.math.BigInteger;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import queencell.gate.document.Budget;
import queencell.gate.document.Confidence;
import queencell.gate.document.Shown;

/// Maps one v1 budget (document, 12.3).
final class BudgetMapper {

    /// Limits nothing, as the node did before.
    static final Budget PASSTHROUGH = new Budget(
            Optional.of("passthrough"),
            1_000_000,
            1000,
            OptionalLong.of(1),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            Confidence.INFERRED,
            Optional.empty(),
            Optional.empty());

    private final LegacyBudget v1;
    private final String name;
    private final double costMax;
    private final Notes notes;

    private BudgetMapper(LegacyBudget v1, double costMax, Notes notes) {
        this.v1 = v1;
        this.name = Shown.name(v1.id());
        this.costMax = costMax;
        this.notes = notes;
    }

    /// @param costMax the dearest item of the node, as v1 wrote it
    static Budget map(LegacyBudget v1, double costMax, Notes notes) {
        return new BudgetMapper(v1, costMax, notes).budget();
    }

    private Budget budget() {
        long count = LegacyArithmetic.count(v1.cap());
        long timeMs = LegacyArithmetic.timeMs(v1.periodSeconds());
        noteCap(count, timeMs);
        return new Budget(
                Optional.of(v1.id()),
                count,
                timeMs,
                OptionalLong.of(parts(count, timeMs)),
                scopeBy(),
                sharedKey(),
                whenOp(),
                v1.confidence(),
                v1.source(),
                v1.asOf());
    }

    private void noteCap(long count, long timeMs) {
        notes.add(
                MigrationNote.CAP,
                v1.at() + "/cap",
                "budget `%s`: `cap` %s per `periodSeconds` %d became `count` %d per `timeMs` %d%s.",
                name,
                Shown.number(v1.cap()),
                v1.periodSeconds(),
                count,
                timeMs,
                count == v1.cap() ? "" : "; a counter holds whole units of at least 1, so the cap was rounded");
        if (LegacyArithmetic.periodIsClamped(v1.periodSeconds())) {
            notes.add(
                    MigrationNote.PERIOD_CLAMPED,
                    v1.at() + "/periodSeconds",
                    "budget `%s`: `periodSeconds` %d is more milliseconds than a number can hold and became `timeMs` %d."
                            + " Choose a shorter period.",
                    name,
                    v1.periodSeconds(),
                    timeMs);
        }
    }

    private long parts(long count, long timeMs) {
        if (!v1.rolling()) {
            notes.add(
                    MigrationNote.ALIGNMENT,
                    v1.at() + "/alignment",
                    "budget `%s`: `calendar` became one window of the whole period that starts with its first charge; it is"
                            + " no longer aligned to the clock.",
                    name);
            return 1;
        }
        long parts = LegacyArithmetic.rollingParts(count, timeMs, costMax);
        notes.add(
                MigrationNote.ALIGNMENT,
                v1.at() + "/alignment",
                "budget `%s`: `rolling` became %d sub-windows of %d s with %d each, so around one boundary up to %s can"
                        + " pass instead of %s. An item may cost up to %s, which limits how many there can be.",
                name,
                parts,
                Math.max(1, timeMs / 1000) / parts,
                count / parts,
                twice(count / parts),
                twice(count),
                Shown.number(costMax));
        return parts;
    }

    private static String twice(long count) {
        return BigInteger.valueOf(count).shiftLeft(1).toString();
    }

    private Optional<String> scopeBy() {
        if (v1.scope().isEmpty()) {
            return Optional.empty();
        }
        String path = "payload." + v1.scope().getFirst();
        List<String> dropped = v1.scope().subList(1, v1.scope().size());
        notes.add(
                MigrationNote.SCOPE,
                v1.at() + "/scope",
                "budget `%s`: `scope` became `scopeBy: \"%s\"`%s.",
                name,
                path,
                dropped.isEmpty()
                        ? ", so every item must carry that field"
                        : "; one counter has one dimension, so `" + String.join("`, `", dropped)
                                + "` was dropped: check that the limit is still the one you mean");
        return Optional.of(path);
    }

    private Optional<String> sharedKey() {
        if (v1.hasMaxKeys()) {
            notes.add(
                    MigrationNote.MAX_KEYS,
                    v1.at() + "/maxKeys",
                    "budget `%s`: `maxKeys` is without effect, because counters are rows that expire with their window.",
                    name);
        }
        if (!v1.kv()) {
            return Optional.empty();
        }
        notes.add(
                MigrationNote.STORE,
                v1.at() + "/store",
                "budget `%s`: `store: kv` became `sharedKey: \"%s\"`, the same counter for the whole application.",
                name,
                name);
        return Optional.of(v1.id());
    }

    private Optional<List<String>> whenOp() {
        if (v1.matchOp().isEmpty()) {
            return Optional.empty();
        }
        List<String> written = v1.matchOp().get();
        if (written.isEmpty()) {
            notes.add(
                    MigrationNote.MATCH,
                    v1.at() + "/match",
                    "budget `%s`: `match` names no operation and was dropped, so the budget applies to every item.",
                    name);
            return Optional.empty();
        }
        List<String> patterns =
                written.stream().map(OpPatternRepair::nearest).distinct().toList();
        notes.add(
                MigrationNote.MATCH,
                v1.at() + "/match",
                "budget `%s`: `match.op` %s became `whenOp` %s%s.",
                name,
                listed(written),
                listed(patterns),
                patterns.equals(written)
                        ? ""
                        : "; a star may only stand alone or at the end after a dot, so the nearest pattern that means at"
                                + " least as much was taken");
        return Optional.of(patterns);
    }

    private static String listed(List<String> patterns) {
        return patterns.stream()
                .limit(20)
                .map(pattern -> "`" + Shown.name(pattern) + "`")
                .collect(Collectors.joining(", "));
    }
}
