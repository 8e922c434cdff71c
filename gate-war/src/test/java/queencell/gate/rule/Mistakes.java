package queencell.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;
import queencell.gate.plan.CompileOptions;

/// The small graph of [Example#BASE] with one place changed, and what the rules say about it.
final class Mistakes {

    private Mistakes() {}

    /// The rule tells exactly this, once.
    static DynamicTest told(String what, String rule, String pointer, String value, String path, String detail) {
        return DynamicTest.dynamicTest(
                rule + ": " + what,
                () -> assertThat(found(rule, pointer, value, Facts.NONE))
                        .containsExactly(new Finding(rule, path, detail)));
    }

    /// The rule has nothing to tell.
    static DynamicTest fine(String what, String rule, String pointer, String value) {
        return DynamicTest.dynamicTest(
                rule + ": " + what,
                () -> assertThat(found(rule, pointer, value, Facts.NONE)).isEmpty());
    }

    /// What one rule finds, whether it refuses or warns.
    static List<Finding> found(String rule, String pointer, String value, Facts facts) {
        return all(pointer, value, facts).stream()
                .filter(finding -> finding.rule().equals(rule))
                .toList();
    }

    /// What all rules find.
    static List<Finding> all(String pointer, String value, Facts facts) {
        return switch (Validation.check(document(pointer, value), CompileOptions.defaults(), facts)) {
            case Validation.Refused refused -> refused.problems();
            case Validation.Accepted accepted -> accepted.warnings();
        };
    }

    static GraphDocument document(String pointer, String value) {
        Json json = Example.at(pointer, value, value).failingDocument();
        return switch (DocumentReader.read(json)) {
            case DocumentReader.Read read -> read.document();
            case DocumentReader.Refused refused -> throw new AssertionError(refused.problems());
        };
    }

    /// A list of one budget of the graph's last node.
    static String budget(String members) {
        return "[{\"id\": \"out\", " + members + "}]";
    }

    /// The same beside a budget that every item meets.
    static String beside(String members) {
        return "[{\"id\": \"all\", \"count\": 100, \"timeMs\": 1000}, {\"id\": \"out\", " + members + "}]";
    }
}
