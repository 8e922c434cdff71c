package queencell.gate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.Vectors;
import queencell.gate.document.JsonWriter;

class PlanVectorTest {

    private static final JsonNode PLANS = Vectors.load("gate-plan.json");

    @TestFactory
    Stream<DynamicTest> a_document_compiles_into_exactly_this_plan() {
        return Vectors.cases(PLANS)
                .map(example -> DynamicTest.dynamicTest(example.get("name").asText(), () -> {
                    Plan plan = GraphCompiler.compile(Vectors.document(example.get("document")));
                    JsonNode resolved = Vectors.MAPPER.readTree(JsonWriter.bytes(PlanJson.of(plan)));
                    assertThat(resolved).isEqualTo(example.get("expectResolved"));
                }));
    }

    @Test
    void locale_and_time_zone_must_not_change_a_plan() {
        Locale locale = Locale.getDefault();
        TimeZone zone = TimeZone.getDefault();
        String here = everyPlan();
        try {
            Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
            TimeZone.setDefault(TimeZone.getTimeZone("Pacific/Apia"));
            assertThat(everyPlan()).isEqualTo(here);
            Locale.setDefault(Locale.forLanguageTag("tr-TR"));
            assertThat(everyPlan()).isEqualTo(here);
        } finally {
            Locale.setDefault(locale);
            TimeZone.setDefault(zone);
        }
    }

    private static String everyPlan() {
        var all = new StringBuilder();
        Vectors.cases(PLANS).forEach(example -> {
            Plan plan = GraphCompiler.compile(Vectors.document(example.get("document")));
            all.append(JsonWriter.text(PlanJson.of(plan)));
        });
        return all.toString();
    }
}
