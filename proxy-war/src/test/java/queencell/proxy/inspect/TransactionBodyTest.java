package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.assertUnreadable;
import static queencell.proxy.inspect.Bodies.bytes;
import static queencell.proxy.inspect.Bodies.readable;
import static queencell.proxy.inspect.Bodies.refused;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TransactionBodyTest {
    private static final long MAX_ITEMS = 1000;

    @Test
    void pushes_count_in_both_forms_and_acks_do_not() {
        TransactionBody body = read("""
                {"operations":[
                  {"type":"ack","transactionId":"t","partitionId":"p","queue":"a","payload":1},
                  {"type":"push","items":[{"queue":"a","payload":{"n":1},"transactionId":"t"},{"queue":"b","data":"xy"}]},
                  {"queue":"c","partition":"p","payload":1,"type":"push"}],
                 "requiredLeases":["l"]}""");
        assertThat(body.pushes().count()).isEqualTo(3);
        assertThat(body.pushes().payloadBytes()).isEqualTo(7 + 4 + 1);
        assertThat(body.pushes().groups())
                .containsExactly(
                        new QueuePartition("a", "Default"),
                        new QueuePartition("b", "Default"),
                        new QueuePartition("c", "p"));
        assertThat(body.acks()).isEqualTo(1);
        assertThat(body.needsProduceAuthority()).isTrue();
        assertThat(body.needsConsumeAuthority()).isTrue();
        assertThat(body.grows()).isTrue();
    }

    /// What the broker makes of odd operations was measured on 1.3.0.
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"type":"push","queue":"q"}                                  | 1 | 1 | q
            {"type":"push","queue":"q","data":1}                         | 1 | 1 | q
            {"type":"push","queue":"q","payload":null,"data":{"a":1}}    | 1 | 1 | q
            {"type":"push","queue":5,"payload":1}                        | 1 | 1 |
            {"type":"push"}                                              | 1 | 1 |
            {"type":"push","items":[]}                                   | 1 | 0 |
            {"type":"push","items":"x","queue":"q"}                      | 1 | 1 | q
            {"type":"push","items":null,"queue":"q"}                     | 1 | 1 | q
            {"type":"push","items":{},"queue":"q"}                       | 1 | 1 | q
            {"type":"push","queue":"x","items":[{"queue":"q"}]}          | 1 | 1 | q
            {"items":[{"queue":"q"},1,[]],"type":"push"}                 | 1 | 3 | q
            {"type":"push","queue":"q","partition":5}                    | 1 | 1 | q
            {"type":"t\\u0079pe","queue":"q","payload":1}                | 1 | 1 | q
            {"type":"p\\u0075sh","queue":"q"}                            | 1 | 1 | q
            {"queue":"q","payload":1}                                    | 1 | 1 | q
            {"items":[{"queue":"q"}]}                                    | 1 | 1 | q
            {"type":"ack","items":[{"queue":"q"}]}                       | 0 | 0 |
            {"items":[{"queue":"q"}],"type":"ack"}                       | 0 | 0 |
            {"type":"noop"}                                              | 0 | 0 |
            ["push"]                                                     | 0 | 0 |
            """)
    void an_odd_operation_must_not_be_counted_otherwise_than_the_broker_stores_it(
            String operation, int pushOperations, int items, String queue) {
        TransactionBody body = read("{\"operations\":[%s]}".formatted(operation));
        assertThat(body.pushOperations()).isEqualTo(pushOperations);
        assertThat(body.pushes().count()).isEqualTo(items);
        assertThat(body.pushes().groups())
                .extracting(QueuePartition::queue)
                .isEqualTo(queue == null ? List.of() : List.of(queue));
    }

    @Test
    void items_before_an_ack_type_must_not_leave_anything_behind() {
        TransactionBody body = read("""
                {"operations":[{"type":"push","queue":"a","payload":1},
                  {"items":[{"queue":"b","payload":22},{"queue":"","payload":1}],"type":"ack"},
                  {"type":"push","queue":"c","payload":333}]}""");
        assertThat(body.pushes().count()).isEqualTo(2);
        assertThat(body.pushes().payloadBytes()).isEqualTo(4);
        assertThat(body.pushes().payloadBytesOf(1)).isEqualTo(3);
        assertThat(body.pushes().groups()).extracting(QueuePartition::queue).containsExactly("a", "c");
        assertThat(body.badName()).isEmpty();
    }

    @Test
    void an_ack_only_transaction_stores_nothing() {
        TransactionBody body = read("{\"operations\":[{\"type\":\"ack\"}]}");
        assertThat(body.grows()).isFalse();
        assertThat(body.needsProduceAuthority()).isFalse();
        assertThat(body.needsConsumeAuthority()).isTrue();
    }

    @Test
    void riders_are_seen_without_operations() {
        TransactionBody kv = read("{\"kv\":[{\"op\":\"get\"}]}");
        assertThat(kv.usesKv()).isTrue();
        assertThat(kv.grows()).isFalse();
        assertThat(kv.pushes().count()).isZero();
        assertThat(read("{\"kv\":[{\"op\":\"get\"},{\"op\":\"put\"}]}").grows()).isTrue();
        TransactionBody timers =
                read("{\"operations\":[],\"timers\":[{\"op\":\"schedule\",\"queue\":\"q\",\"partition\":\"p\"}]}");
        assertThat(timers.usesTimers()).isTrue();
        assertThat(timers.grows()).isTrue();
        assertThat(timers.timers().destinations()).containsExactly(new QueuePartition("q", "p"));
        assertThat(read("{\"operations\":[],\"kv\":[],\"timers\":null}").usesKv())
                .isFalse();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"operations\":[],\"operations\":[{\"type\":\"push\",\"queue\":\"q\"}]}",
                "{\"operations\":[{\"type\":\"ack\",\"type\":\"push\",\"queue\":\"q\"}]}",
                "{\"operations\":[{\"type\":\"push\",\"items\":[],\"items\":[{\"queue\":\"q\"}]}]}",
                "{\"operations\":[{\"type\":\"push\",\"items\":[{\"queue\":\"a\",\"queue\":\"b\"}]}]}",
                "{\"operations\":[{\"type\":\"push\",\"queue\":\"a\",\"transactionId\":\"x\",\"transactionId\":\"y\"}]}",
                "{\"operations\":[],\"kv\":[],\"kv\":[{\"op\":\"put\"}]}",
                "{\"operations\":[],\"kv\":[{\"op\":\"get\",\"op\":\"put\"}]}"
            })
    void a_key_that_stands_twice_must_not_skip_a_cap(String body) {
        assertThat(refused(TransactionBody.read(bytes(body), MAX_ITEMS))).contains("twice");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "[]",
                "[[{\"type\":\"push\"}]]",
                "{\"operations\":null}",
                "{\"operations\":{\"0\":1}}",
                "{\"operations\":[",
                "1"
            })
    void what_the_broker_refuses_is_left_to_it(String body) {
        assertUnreadable(TransactionBody.read(bytes(body), MAX_ITEMS));
    }

    @Test
    void names_and_ids_that_no_consumer_could_read_are_refused() {
        assertThat(read("{\"operations\":[{\"type\":\"push\",\"queue\":\"\"}]}").badName())
                .isPresent();
        assertThat(read("{\"operations\":[{\"type\":\"push\",\"items\":[{\"queue\":\"q\",\"partition\":\"\"}]}]}")
                        .badName())
                .isPresent();
        assertThat(read("{\"operations\":[],\"timers\":[{\"op\":\"schedule\",\"queue\":\"\\u0001\"}]}")
                        .badName()
                        .orElseThrow())
                .contains("timers[0]");
        String longest = "x".repeat(65_535);
        assertThat(read(pushWithId(longest)).badName()).isEmpty();
        assertThat(read(pushWithId(longest + "x")).badName().orElseThrow()).contains("65536", "65535", "operations[0]");
        assertThat(read("{\"operations\":[{\"type\":\"push\",\"items\":[{\"queue\":\"q\",\"transactionId\":\"%sx\"}]}]}"
                                .formatted(longest))
                        .badName()
                        .orElseThrow())
                .contains("operations[0].items[0]");
        assertThat(read("{\"operations\":[{\"type\":\"ack\",\"transactionId\":\"%sx\"}]}".formatted(longest))
                        .badName())
                .isEmpty();
    }

    private static String pushWithId(String id) {
        return "{\"operations\":[{\"type\":\"push\",\"queue\":\"q\",\"transactionId\":\"%s\"}]}".formatted(id);
    }

    private static TransactionBody read(String body) {
        return readable(TransactionBody.read(bytes(body), MAX_ITEMS));
    }
}
