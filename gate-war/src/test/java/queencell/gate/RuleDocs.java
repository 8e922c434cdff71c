package queencell.gate;

import java.util.List;
import java.util.stream.Collectors;
import queencell.gate.legacy.MigrationNote;
import queencell.gate.rule.Example;
import queencell.gate.rule.Facts;
import queencell.gate.rule.Rule;
import queencell.gate.rule.RuleTable;

/// Writes `docs/gate-rules.md` from the tables in code.
final class RuleDocs {

    private static final int LONGEST_EXAMPLE = 420;

    private RuleDocs() {}

    static String markdown() {
        var page = new StringBuilder();
        page.append("""
                # The rules of Gate's documents

                <!-- Generated from the tables in code by RuleDocsTest. Do not edit; regenerate with
                     mvn -o -pl gate-war -am test -Dtest=RuleDocsTest -Dsurefire.failIfNoSpecifiedTests=false -Dgate.rules.write=true -->

                A declaration is answered 422 with every rule it breaks, in the order of this page, or 200 with warnings. Rule names
                are stable: match on them. Each problem is printed `[rule] detail` and carries `path`, a JSON pointer to the field.

                A body that cannot be read as a document at all is refused by the pseudo-rule `schema`: unknown or repeated fields,
                wrong types, numbers out of range.

                The examples show one place of this document, by JSON pointer, with a value that fails and one that passes:

                ```json
                """);
        page.append(Example.BASE).append("```\n");
        section(page, "Refusals", RuleTable.REFUSALS);
        page.append("\nA document that comes from the store was accepted once. Only these stop it: ")
                .append(RuleTable.REFUSALS.stream()
                        .filter(Rule::stopsStored)
                        .map(rule -> "`" + rule.name() + "`")
                        .collect(Collectors.joining(", ")))
                .append(".\n");
        section(page, "Warnings", RuleTable.WARNINGS);
        page.append(
                "\n## Migration notes\n\nA v1 body is mapped and answered with a note for every field, under these names.\n\n");
        page.append("| Note | Says |\n| --- | --- |\n");
        for (MigrationNote note : MigrationNote.values()) {
            page.append("| `")
                    .append(note.rule())
                    .append("` | ")
                    .append(note.says())
                    .append(" |\n");
        }
        return page.toString();
    }

    private static void section(StringBuilder page, String title, List<Rule> rules) {
        page.append("\n## ").append(title).append('\n');
        for (Rule rule : rules) {
            Example example = rule.example();
            page.append("\n### `").append(rule.name()).append("`\n\n");
            page.append("Protects against ").append(rule.protectsAgainst()).append(".\n\n");
            String place = example.at().isEmpty() ? "the whole document" : "`" + example.at() + "`";
            page.append("- At ").append(place).append('\n');
            page.append("- fails: ")
                    .append(shown(example.fails(), example.failsBecause()))
                    .append('\n');
            page.append("- passes: ")
                    .append(shown(example.passes(), example.passesBecause()))
                    .append('\n');
        }
    }

    private static String shown(String json, Facts facts) {
        String cut = json.length() <= LONGEST_EXAMPLE
                ? json
                : json.substring(0, 60) + "…` and so on, `" + json.length() + "` characters in all, to `…"
                        + json.substring(json.length() - 20);
        return "`" + cut + "`" + because(facts);
    }

    private static String because(Facts facts) {
        var because = new StringBuilder();
        facts.queues()
                .forEach((name, queue) -> because.append(
                        queue.exists()
                                ? ", while the broker has a queue `" + name + "` of "
                                        + queue.partitions().orElse(0) + " partitions"
                                        + queue.retention()
                                                .map(kept -> " that keeps a message for " + kept)
                                                .orElse("")
                                : ", while the broker has no queue `" + name + "`"));
        facts.egressOwners()
                .forEach(owner ->
                        because.append(", while graph `").append(owner.graph()).append("` pushes to it too"));
        facts.sharedBudgets()
                .forEach(shared -> because.append(", while graph `%s` shares `%s` with %d per %d ms"
                        .formatted(shared.graph(), shared.sharedKey(), shared.count(), shared.timeMs())));
        return because.toString();
    }
}
