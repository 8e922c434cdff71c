package queencell.gate.plan;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/// What replacing one plan of a graph by another does, in words, and whether it needs a new version (document, 11).
///
/// Judge versions by plans compiled with default options, so that an operator's knob never asks for one.
///
/// @param changes empty when nothing that runs changes
public record PlanDiff(List<Change> changes) {

    /// @param text one sentence
    /// @param bump present for the changes that need a new version
    public record Change(String text, Optional<BumpReason> bump) {

        /// The sentence, with the reason when a new version is needed.
        @Override
        public String toString() {
            return bump.map(reason -> text + "; needs a new version because " + reason.why())
                    .orElse(text);
        }
    }

    public PlanDiff {
        changes = List.copyOf(changes);
    }

    public static PlanDiff between(Plan before, Plan after) {
        return new PlanComparison(before, after).diff();
    }

    public boolean needsBump() {
        return changes.stream().anyMatch(change -> change.bump().isPresent());
    }

    /// One sentence per change, for the answer of a dry run.
    public List<String> words() {
        return changes.stream().map(Change::toString).toList();
    }

    /// Why a declaration is answered 409: it needs a new version and has none.
    ///
    /// @param current version that runs or is stored
    /// @param declared version of the declaration
    public Optional<String> versionConflict(long current, long declared) {
        if (!needsBump() || declared > current) {
            return Optional.empty();
        }
        String reasons = changes.stream()
                .filter(change -> change.bump().isPresent())
                .map(change ->
                        change.text() + " (" + change.bump().orElseThrow().why() + ")")
                .collect(Collectors.joining("; "));
        return Optional.of(
                "bump version above %d: version %d is not above it, and this change needs a new one: %s. Nothing was changed. To lose nothing, drain first: stop pushing, wait until `waitingForBudget` is 0 on every node, then declare again."
                        .formatted(current, declared, reasons));
    }
}
