package queencell.gate.rule;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.Vectors;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.Finding;
import queencell.gate.document.GraphDocument;
import queencell.gate.plan.CompileOptions;
import queencell.gate.plan.GraphCompiler;

class ValidationVectorTest {

    @TestFactory
    Stream<DynamicTest> a_document_raises_exactly_these_rules() {
        return Vectors.cases(Vectors.load("gate-validate.json"))
                .map(example -> DynamicTest.dynamicTest(example.get("name").asText(), () -> verify(example)));
    }

    @TestFactory
    Stream<DynamicTest> a_compiled_document_raises_exactly_these_warnings() {
        return Vectors.cases(Vectors.load("gate-plan.json"))
                .map(example -> DynamicTest.dynamicTest(example.get("name").asText(), () -> {
                    GraphDocument document = Vectors.document(example.get("document"));
                    assertThat(names(Validation.problems(document, GraphCompiler.compile(document), Facts.NONE)))
                            .isEmpty();
                    assertThat(names(Validation.warnings(document, Facts.NONE)))
                            .containsExactlyElementsOf(Vectors.texts(example.get("expectWarnings")));
                }));
    }

    private static void verify(JsonNode example) {
        List<String> errors = Vectors.texts(example.get("expectErrors"));
        switch (DocumentReader.read(Vectors.json(example.get("document")))) {
            case DocumentReader.Refused refused ->
                assertThat(names(refused.problems())).as("%s", refused).containsExactlyElementsOf(errors);
            case DocumentReader.Read read -> {
                Facts facts = facts(example.path("facts"));
                Map<String, Long> partitions = new HashMap<>();
                facts.queues()
                        .forEach((queue, fact) ->
                                partitions.put(queue, fact.partitions().orElse(0)));
                switch (Validation.check(
                        read.document(), CompileOptions.defaults().withPartitions(partitions), facts)) {
                    case Validation.Refused refused ->
                        assertThat(names(refused.problems())).as("%s", refused).containsExactlyElementsOf(errors);
                    case Validation.Accepted accepted -> {
                        assertThat(errors).isEmpty();
                        assertThat(names(accepted.warnings()))
                                .as("%s", accepted.warnings())
                                .containsExactlyElementsOf(Vectors.texts(example.get("expectWarnings")));
                    }
                }
            }
        }
    }

    /// The vectors give the sorted set of the names.
    private static TreeSet<String> names(List<Finding> findings) {
        var names = new TreeSet<String>();
        findings.forEach(finding -> names.add(finding.rule()));
        return names;
    }

    private static Facts facts(JsonNode facts) {
        Map<String, Facts.Queue> queues = new HashMap<>();
        facts.path("queues")
                .properties()
                .forEach(entry -> queues.put(
                        entry.getKey(),
                        new Facts.Queue(
                                entry.getValue().get("exists").asBoolean(),
                                OptionalLong.of(
                                        entry.getValue().get("partitions").asLong()),
                                Optional.ofNullable(
                                        entry.getValue().get("retention").textValue()))));
        return new Facts(
                queues,
                Vectors.cases(facts.path("ingressOwners"))
                        .map(owner -> new Facts.IngressOwner(
                                owner.get("queue").asText(),
                                owner.get("graph").asText(),
                                owner.get("node").asText()))
                        .toList(),
                Vectors.cases(facts.path("egressOwners"))
                        .map(owner -> new Facts.EgressOwner(
                                owner.get("queue").asText(), owner.get("graph").asText()))
                        .toList(),
                List.of());
    }
}
