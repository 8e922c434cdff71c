package queencell.proxy.inspect;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.assertUnreadable;
import static queencell.proxy.inspect.Bodies.bytes;
import static queencell.proxy.inspect.Bodies.readable;
import static queencell.proxy.inspect.Bodies.refused;

import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PushBodyTest {
    private static final long MAX_ITEMS = 1000;
    private static final OptionalLong NO_CAP = OptionalLong.empty();

    @Test
    void items_are_counted_and_their_destinations_told_once() {
        PushItems items = items("""
                {"items":[{"queue":"a","payload":{"x":1}},
                          {"payload":[], "partition":"p","queue":"b","transactionId":"t"},
                          {"queue":"a","payload":null,"partition":null}]}""");
        assertThat(items.count()).isEqualTo(3);
        assertThat(items.groups()).containsExactly(new QueuePartition("a", "Default"), new QueuePartition("b", "p"));
        assertThat(items.payloadBytes()).isEqualTo(7 + 2 + 4);
        assertThat(items.countOfGroup(0)).isEqualTo(2);
        assertThat(items.payloadBytesOfGroup(0)).isEqualTo(11);
        assertThat(items.badName()).isEmpty();
    }

    /// The length of the raw text counts, the client's blanks inside it included.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":1}                | 7
            "hello"                | 7
            { "a" : [ 1 , 2 ] }    | 19
            ""                     | 2
            "\\u00e4\\""           | 10
            0                      | 1
            -1.50e+10              | 9
            true                   | 4
            null                   | 4
            []                     | 2
            [[],{}]                | 7
            "ä€"                   | 7
            """)
    void a_payload_is_as_large_as_its_text(String payload, int expected) {
        String blanks = "  \n ";
        PushItems items =
                items("{\"items\":[{\"payload\":%s%s%s,\"queue\":\"q\"},{\"queue\":\"q\",\"payload\":%s%s%s}]}"
                        .formatted(blanks, payload, blanks, blanks, payload, blanks));
        assertThat(items.payloadBytesOf(0)).isEqualTo(expected);
        assertThat(items.payloadBytesOf(1)).isEqualTo(expected);
        assertThat(items.payloadBytes()).isEqualTo(2L * expected);
    }

    /// Two keys of one hash, in an object of more keys than are compared one by one.
    @Test
    void keys_that_collide_are_taken_for_one() {
        String many = IntStream.range(0, 20).mapToObj("\"k%d\":0,"::formatted).collect(joining());
        String body = "{%s\"Aa\":1,\"BB\":2,\"items\":[{\"queue\":\"q\",\"payload\":1}]%s}";
        assertThat(items(body.formatted(many, "")).count()).isEqualTo(1);
        assertThat(refused(PushBody.read(bytes(body.formatted(many, ",\"BB\":3")), MAX_ITEMS)))
                .contains("key `BB`");
    }

    @Test
    void the_first_item_over_its_cap_is_named() {
        PushItems items = items(
                "{\"items\":[{\"queue\":\"q\",\"payload\":1},{\"queue\":\"q\",\"payload\":\"abc\"},{\"queue\":\"q\",\"payload\":\"abcdef\"}]}");
        assertThat(items.overCap(OptionalLong.of(8), 3)).isEmpty();
        assertThat(items.overCap(OptionalLong.of(4), 3).orElseThrow())
                .contains("item 1", "5 bytes", "4", "max_payload_bytes");
        assertThat(items.overCap(OptionalLong.of(4), 2).orElseThrow())
                .as("item before batch")
                .contains("item 1");
        assertThat(items.overCap(NO_CAP, 2).orElseThrow()).contains("3 items", "2", "max_batch_items");
        assertThat(items.heaviestOverCap(OptionalLong.of(4)).orElseThrow()).contains("item 2");
    }

    @Test
    void a_malformed_item_counts_and_admits_nothing() {
        PushItems items = items(
                "{\"items\":[{\"payload\":1},{\"queue\":5,\"payload\":1},{\"queue\":\"q\"},{\"queue\":\"q\",\"payload\":1,\"partition\":5},{\"queue\":\"ok\",\"payload\":1}]}");
        assertThat(items.count()).isEqualTo(5);
        assertThat(items.groups()).containsExactly(new QueuePartition("ok", "Default"));
    }

    @Test
    void items_above_the_batch_cap_must_not_fill_the_heap() {
        PushItems items = readable(PushBody.read(
                bytes(
                        "{\"items\":[{\"queue\":\"a\",\"payload\":1},{\"queue\":\"b\",\"payload\":1},{\"queue\":\"c\",\"payload\":1}]}"),
                1));
        assertThat(items.count()).isEqualTo(3);
        assertThat(items.groups()).hasSize(1);
        assertThat(items.overCap(NO_CAP, 1)).isPresent();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[[{\"queue\":\"b\",\"payload\":1}]]", "[]", "1", "\"x\"", "null",
                "{\"items\":{}}", "{\"items\":null}", "{\"items\":\"x\"}", "{\"items\":[[\"b\",null,1,\"tx\"]]}",
                        "{\"items\":[1]}"
            })
    void json_of_another_shape_must_not_pass_the_caps(String body) {
        assertThat(refused(PushBody.read(bytes(body), MAX_ITEMS))).contains("not a JSON");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"items\":[],\"items\":[{\"queue\":\"q\",\"payload\":1}]}",
                "{\"items\":[],\"it\\u0065ms\":[]}",
                "{\"items\":[{\"queue\":\"a\",\"queue\":\"b\",\"payload\":1}]}",
                "{\"items\":[{\"queue\":\"a\",\"payload\":1,\"payload\":\"large\"}]}",
                "{\"items\":[{\"queue\":\"a\",\"payload\":1,\"x\":1,\"x\":1}]}",
                "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,\"m\":1,\"m\":1}",
                "{\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,\"j\":1,\"k\":1,\"l\":1,\"m\":1,\"a\":1}"
            })
    void a_key_that_stands_twice_must_not_be_read_two_ways(String body) {
        assertThat(refused(PushBody.read(bytes(body), MAX_ITEMS))).contains("twice");
    }

    @Test
    void a_payload_may_repeat_its_own_keys() {
        assertThat(items("{\"items\":[{\"queue\":\"q\",\"payload\":{\"a\":1,\"a\":2}}]}")
                        .count())
                .isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "not json",
                "{\"items\":[",
                "{\"items\":[]} {}",
                "{\"items\":[]}x",
                "{\"items\":[{\"queue\":\"q\",\"payload\":01}]}",
                "{items:[]}"
            })
    void bytes_that_are_no_json_go_to_the_broker(String body) {
        assertUnreadable(PushBody.read(bytes(body), MAX_ITEMS));
    }

    @Test
    void what_the_broker_stores_must_count_however_long_it_is() {
        String digits = "9".repeat(5000);
        String name = "n".repeat(70_000);
        String text = "t".repeat(2_000_000);
        PushItems items = items(
                "{\"%s\":1,\"items\":[{\"queue\":\"q\",\"%s\":1,\"payload\":%s},{\"queue\":\"q\",\"payload\":{\"%s\":\"%s\"}},{\"queue\":\"q\",\"payload\":\"\\ud800\"}]}"
                        .formatted(name, name, digits, name, text));
        assertThat(items.count()).isEqualTo(3);
        assertThat(items.payloadBytesOf(0)).isEqualTo(5000);
        assertThat(items.payloadBytesOf(2)).isEqualTo(8);
    }

    /// 16 MiB of keys would be 160 MB of heap.
    @Test
    void the_keys_that_are_kept_to_tell_a_second_one_are_bounded() {
        assertThat(items("{%s,\"items\":[{\"queue\":\"q\",\"payload\":1,%s}]}".formatted(keys(9_999), keys(9_998)))
                        .count())
                .isEqualTo(1);
        assertThat(refused(PushBody.read(bytes("{%s,\"items\":[]}".formatted(keys(10_000))), MAX_ITEMS)))
                .contains("the body", "more than 10000 keys");
        assertThat(refused(PushBody.read(
                        bytes("{\"items\":[{},{\"queue\":\"q\",\"payload\":1,%s}]}".formatted(keys(9_999))),
                        MAX_ITEMS)))
                .contains("item 1", "more than 10000 keys");
    }

    @Test
    void a_payload_may_have_any_number_of_keys() {
        assertThat(items("{\"items\":[{\"queue\":\"q\",\"payload\":{%s}}]}".formatted(keys(20_000)))
                        .count())
                .isEqualTo(1);
    }

    private static String keys(int count) {
        return IntStream.range(0, count).mapToObj("\"k%d\":0"::formatted).collect(joining(","));
    }

    @Test
    void nesting_is_bounded_and_the_bound_is_named() {
        int around = 3; // body, items, item
        assertThat(items(nested(1000 - around)).count()).isEqualTo(1);
        assertThat(refused(PushBody.read(bytes(nested(1001 - around)), MAX_ITEMS)))
                .contains("1000");
        assertThat(refused(PushBody.read(bytes(nested(100_000)), MAX_ITEMS))).contains("1000");
    }

    @Test
    void names_the_database_cannot_hold_must_not_reach_other_tenants_pushes() {
        assertThat(badName("", "p")).contains("item 0", "queue", "empty");
        assertThat(badName("q".repeat(256), "p")).contains("256 characters", "255");
        assertThat(badName("q", "")).contains("partition", "empty");
        assertThat(badName("q", "p".repeat(2049))).contains("2049 bytes", "2048");
        assertThat(badName("q", "ä".repeat(1025))).contains("2050 bytes");
        assertThat(badName("a\\u0000", "p")).contains("U+0000");
        assertThat(badName("a\\u001f", "p")).contains("U+001F");
        assertThat(badName("q", "\\u007f")).contains("U+007F");
        assertThat(items(item("😀".repeat(255), "ä".repeat(1024))).badName()).isEmpty();
    }

    private static String badName(String queue, String partition) {
        return items(item(queue, partition)).badName().orElseThrow();
    }

    private static String item(String queue, String partition) {
        return "{\"items\":[{\"queue\":\"%s\",\"partition\":\"%s\",\"payload\":1}]}".formatted(queue, partition);
    }

    private static String nested(int levels) {
        return "{\"items\":[{\"queue\":\"q\",\"payload\":%s%s}]}".formatted("[".repeat(levels), "]".repeat(levels));
    }

    private static PushItems items(String body) {
        return readable(PushBody.read(bytes(body), MAX_ITEMS));
    }
}
