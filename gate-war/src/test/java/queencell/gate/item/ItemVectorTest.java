package queencell.gate.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import queencell.gate.Vectors;

class ItemVectorTest {

    private static final JsonNode ARITHMETIC = Vectors.load("gate-arith.json");

    @TestFactory
    Stream<DynamicTest> an_item_costs_exactly_this() {
        return Vectors.cases(ARITHMETIC.get("cost"))
                .map(example -> DynamicTest.dynamicTest(example.toString(), () -> {
                    ItemReader reader = Nodes.reader("{\"cost\":" + example.get("cost")
                            + ",\"budgets\":[{\"id\":\"all\",\"count\":100,\"timeMs\":1000}]}");
                    var reading = reader.read(reader.scan(bytes(example.get("payload"))));
                    if (example.get("result").isTextual()) {
                        assertThat(reading).isInstanceOf(ItemReader.Inadmissible.class);
                    } else {
                        assertThat(reading).isInstanceOf(ItemReader.Admissible.class);
                        assertThat(((ItemReader.Admissible) reading).cost())
                                .isEqualTo(example.get("result").asLong());
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> a_scope_value_is_written_exactly_so() {
        return Vectors.cases(ARITHMETIC.get("scopeValue"))
                .map(example -> DynamicTest.dynamicTest(example.toString(), () -> {
                    ItemReader reader =
                            Nodes.reader("{\"budgets\":[{\"id\":\"all\",\"count\":100,\"timeMs\":1000,\"scopeBy\":"
                                    + example.get("path") + "}]}");
                    var reading = reader.read(reader.scan(bytes(example.get("payload"))));
                    if (example.get("value").isNull()) {
                        assertThat(reading).isInstanceOf(ItemReader.Inadmissible.class);
                    } else {
                        assertThat(((ItemReader.Admissible) reading).charges())
                                .extracting(ItemReader.Charge::key)
                                .containsExactly("b:acme:mail:n:all:"
                                        + example.get("value").asText().replace(":", "%3A"));
                    }
                }));
    }

    @TestFactory
    Stream<DynamicTest> a_transaction_id_is_derived_exactly_so() {
        return Vectors.cases(ARITHMETIC.get("transactionId"))
                .map(example -> DynamicTest.dynamicTest(
                        example.toString(),
                        () -> assertThat(TransactionIds.derive(
                                        example.get("parent").asText(),
                                        example.get("label").asText()))
                                .isEqualTo(example.get("id").asText())));
    }

    private static byte[] bytes(JsonNode payload) {
        return payload.toString().getBytes(UTF_8);
    }
}
