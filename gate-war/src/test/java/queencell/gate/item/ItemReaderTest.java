package queencell.gate.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ItemReaderTest {

    private static final ItemReader PLAIN = Nodes.reader("{\"budgets\":[{\"count\":100,\"timeMs\":1000}]}");

    @Test
    void an_item_too_dear_for_the_node_must_be_refused_with_both_numbers() {
        ItemReader reader = Nodes.reader(
                "{\"cost\":{\"path\":\"payload.rooms\",\"max\":50},\"budgets\":[{\"count\":100,\"timeMs\":1000}]}");
        assertThat(reason(reader, "{\"rooms\":51}"))
                .isEqualTo(
                        "the item costs 51 at node `n`, which takes at most 50 for one item. Lower `payload.rooms`, or"
                                + " raise `cost.max` of the node.");
        assertThat(charges(reader, "{\"rooms\":50}")).isEqualTo(List.of("b:acme:mail:n:b0"));
    }

    @Test
    void an_item_without_its_scope_value_must_not_bypass_the_limit() {
        ItemReader reader = Nodes.reader(
                "{\"budgets\":[{\"count\":100,\"timeMs\":1000},{\"id\":\"acct\",\"count\":9,\"timeMs\":1000,\"scopeBy\":\"payload.account\"}]}");
        assertThat(reason(reader, "{\"account\":null}"))
                .isEqualTo("budget `acct` of node `n` counts per `payload.account`, and the item has no text, number or"
                        + " boolean there. Skipping the budget would let it bypass the limit: add the field.");
        assertThat(charges(reader, "{\"account\":\"a:1\"}"))
                .isEqualTo(List.of("b:acme:mail:n:b0", "b:acme:mail:n:acct:a%3A1"));
    }

    @Test
    void a_budget_that_does_not_apply_must_not_demand_its_scope_value() {
        ItemReader reader = Nodes.reader(
                "{\"budgets\":[{\"count\":100,\"timeMs\":1000},{\"id\":\"del\",\"count\":9,\"timeMs\":1000,\"scopeBy\":\"payload.id\",\"whenOp\":[\"photo.delete\"]}]}");
        assertThat(charges(reader, "{\"op\":\"photo.add\"}")).isEqualTo(List.of("b:acme:mail:n:b0"));
        assertThat(charges(reader, "{}")).isEqualTo(List.of("b:acme:mail:n:b0"));
        assertThat(reason(reader, "{\"op\":\"photo.delete\"}")).contains("`payload.id`");
    }

    @Test
    void one_counter_named_by_two_budgets_must_be_charged_once() {
        ItemReader twice = Nodes.reader(
                "{\"budgets\":[{\"id\":\"x\",\"count\":100,\"timeMs\":1000,\"sharedKey\":\"ip\"},{\"id\":\"y\",\"count\":100,\"timeMs\":1000,\"sharedKey\":\"ip\"}]}");
        assertThat(charges(twice, "{}")).isEqualTo(List.of("b:acme:shared:ip"));
        ItemReader conditional = Nodes.reader(
                "{\"budgets\":[{\"id\":\"x\",\"count\":100,\"timeMs\":1000,\"sharedKey\":\"ip\"},{\"id\":\"y\",\"count\":100,\"timeMs\":1000,\"sharedKey\":\"ip\",\"whenOp\":[\"*\"]}]}");
        assertThat(charges(conditional, "{}")).isEqualTo(List.of("b:acme:shared:ip"));
    }

    @Test
    void of_a_repeated_key_the_last_one_must_count() {
        ItemReader reader = Nodes.reader(
                "{\"cost\":{\"path\":\"payload.a.w\",\"max\":50},\"budgets\":[{\"count\":100,\"timeMs\":1000}]}");
        assertThat(reader.cost(scan(reader, "{\"a\":{\"w\":7},\"a\":{\"w\":9}}")))
                .isEqualTo(9);
        assertThat(reader.cost(scan(reader, "{\"a\":{\"w\":7},\"a\":{}}"))).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1e400}",
                "{\"a\":[[-1e309]]}",
                "{\"a\":\"\\ud800\"}",
                "{\"a\":\"\\udc00\\ud800\"}",
                "{\"\\ud83d\":1}",
                "{\"a\":\"\\ud83d\\u0041\"}",
                "\"\\ud83dx\"",
                "{\"a\":1",
                "{} {}",
                "",
                "{\"a\" 1}"
            })
    void a_payload_the_broker_cannot_relay_must_be_found_before_it_is_pushed(String payload) {
        assertThat(scan(PLAIN, payload).unrelayable()).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\":1e308}",
                "{\"a\":\"\\ud83d\\ude00\"}",
                "{\"a\":\"\\\\ud800\"}",
                "3",
                " {} ",
                "{\"a\":1e-400}"
            })
    void a_payload_the_broker_relays_must_pass(String payload) {
        assertThat(scan(PLAIN, payload).unrelayable()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"122, false", "123, true"})
    void nesting_is_relayed_up_to_122_levels(int levels, boolean refused) {
        String arrays = "[".repeat(levels) + "]".repeat(levels);
        String objects = "{\"a\":".repeat(levels) + "1" + "}".repeat(levels);
        assertThat(scan(PLAIN, arrays).unrelayable().isPresent()).isEqualTo(refused);
        assertThat(scan(PLAIN, objects).unrelayable().isPresent()).isEqualTo(refused);
    }

    @Test
    void a_path_deeper_than_any_payload_must_not_exhaust_the_stack() {
        String path = "payload" + ".a".repeat(20_000);
        ItemReader reader = Nodes.reader("{\"cost\":{\"path\":\"" + path + "\",\"max\":50},\"budgets\":[]}");
        assertThat(scan(reader, "{\"a\":".repeat(100_000) + "1" + "}".repeat(100_000))
                        .unrelayable())
                .hasValue("it is nested deeper than 122 levels");
    }

    @ParameterizedTest
    @CsvSource({
        "1e999999999999, 9223372036854775807",
        "1e-999999999999, 1",
        "0e999999999999, 1",
        "1e400, 9223372036854775807"
    })
    void an_absurd_number_must_not_fill_the_heap(String number, long cost) {
        ItemReader reader = Nodes.reader(
                "{\"cost\":{\"path\":\"payload.w\",\"max\":9223372036854775807},\"budgets\":[{\"count\":100,\"timeMs\":1000,\"scopeBy\":\"payload.w\"}]}");
        Payload payload = scan(reader, "{\"w\":" + number + "}");
        assertThat(reader.cost(payload)).isEqualTo(cost);
        assertThat(((ItemReader.Admissible) reader.read(payload))
                        .charges()
                        .getFirst()
                        .key()
                        .length())
                .isLessThan(512);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{} | {\"_gate\":S}",
                "{ } | {\"_gate\":S }",
                "{\"a\":1} | {\"_gate\":S,\"a\":1}",
                "{\"_gate\":{\"x\":1}} | {\"_gate\":S}",
                "{\"a\":1,\"_gate\":7,\"b\":2} | {\"a\":1,\"_gate\":S,\"b\":2}",
                "{\"_gate\":1,\"_gate\":2} | {\"_gate\":S}",
                "{\"a\":1,\"_gate\":2,\"b\":3,\"_gate\" : 4 , \"c\":5} | {\"a\":1,\"_gate\":S,\"b\":3 , \"c\":5}",
                "{\"a\":{\"_gate\":1}} | {\"_gate\":S,\"a\":{\"_gate\":1}}",
                "[1] | [1]",
                "\"text\" | \"text\""
            })
    void a_stamp_is_spliced_into_the_bytes(String payload, String expected) {
        Payload scanned = scan(PLAIN, payload);
        assertThat(new String(Stamp.onPath("airbnb", "prices", 1, "ip").on(scanned, 1755763200000L), UTF_8))
                .isEqualTo(expected.replace(
                        "S",
                        "{\"graph\":\"airbnb\",\"path\":\"prices\",\"hop\":1,\"node\":\"ip\",\"at\":1755763200000}"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "3 | ,\"attempt\":3",
                "0 | ,\"attempt\":0",
                "-1 | ''",
                "1.0 | ''",
                "\"3\" | ''",
                "99999999999999999999 | ''"
            })
    void the_bound_of_re_entries_must_survive_a_hop(String attempt, String kept) {
        Payload scanned = scan(PLAIN, "{\"_gate\":{\"attempt\":" + attempt + ",\"path\":\"p\",\"graph\":\"g\"}}");
        assertThat(new String(Stamp.atDoor("mail", "n").on(scanned, 5), UTF_8))
                .isEqualTo("{\"_gate\":{\"graph\":\"mail\",\"hop\":0,\"node\":\"n\",\"at\":5" + kept + "}}");
        assertThat(new String(Stamp.onPath("mail", "p", 0, "n").on(scanned, 5, 9), UTF_8))
                .isEqualTo(
                        "{\"_gate\":{\"graph\":\"mail\",\"path\":\"p\",\"hop\":0,\"node\":\"n\",\"at\":5,\"attempt\":9}}");
    }

    @Test
    void a_stamp_of_a_name_that_is_none_is_a_fault() {
        assertThatThrownBy(() -> Stamp.atDoor("a\"b", "n"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("stamp name `a\"b` is no segment of 1 to 63 of a-z, 0-9 and -");
    }

    private static Payload scan(ItemReader reader, String payload) {
        return reader.scan(payload.getBytes(UTF_8));
    }

    private static String reason(ItemReader reader, String payload) {
        return ((ItemReader.Inadmissible) reader.read(scan(reader, payload))).reason();
    }

    private static List<String> charges(ItemReader reader, String payload) {
        return ((ItemReader.Admissible) reader.read(scan(reader, payload)))
                .charges().stream().map(ItemReader.Charge::key).toList();
    }
}
