package queencell.gate.legacy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.Vectors;
import queencell.gate.document.Finding;
import queencell.gate.document.StoredForm;
import queencell.gate.plan.CompileOptions;
import queencell.gate.rule.Facts;
import queencell.gate.rule.Validation;

class MigrationVectorTest {

    @TestFactory
    Stream<DynamicTest> a_v1_body_becomes_exactly_this_document() {
        return Vectors.cases(Vectors.load("gate-migrate.json"))
                .map(example -> DynamicTest.dynamicTest(example.get("name").asText(), () -> verify(example)));
    }

    private static void verify(JsonNode example) {
        var outcome = Declarations.read(
                Vectors.json(example.get("document")),
                Declarations.Form.valueOf(example.get("kind").asText().toUpperCase(java.util.Locale.ROOT)),
                example.at("/route/application").asText(),
                example.at("/route/name").asText());
        assertThat(outcome).isInstanceOf(Declarations.Migrated.class);
        var migrated = (Declarations.Migrated) outcome;
        assertThat(StoredForm.json(migrated.document()))
                .isEqualTo(StoredForm.json(Vectors.document(example.get("expectDocument"))));
        assertThat(rules(migrated.notes())).containsExactlyElementsOf(Vectors.texts(example.get("expectMigration")));
        var verdict = Validation.check(migrated.document(), CompileOptions.defaults(), Facts.NONE);
        assertThat(verdict).isInstanceOf(Validation.Accepted.class);
        assertThat(rules(((Validation.Accepted) verdict).warnings()))
                .containsExactlyElementsOf(Vectors.texts(example.get("expectWarnings")));
    }

    private static TreeSet<String> rules(Iterable<Finding> findings) {
        var rules = new TreeSet<String>();
        findings.forEach(finding -> rules.add(finding.rule()));
        return rules;
    }
}
