package queencell.gate.graph;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import queencell.broker.CallFailure;
import queencell.broker.KvAnswer;
import queencell.broker.KvOp;
import queencell.broker.KvResult;
import queencell.broker.KvRow;
import queencell.broker.RawJson;

class GraphStoreTest {
    private static final String DOCUMENT = """
            {"version":%d,"nodes":{"n":{"ingress":true,"budgets":[{"count":1,"timeMs":1000}],"egress":"out"}},
             "paths":[{"name":"main","nodes":["n"]}]}
            """;
    private static final String LEGACY_TARGET = """
            {"name":"shop.old","version":1,
             "budgets":[{"id":"b","cap":10,"periodSeconds":1,"alignment":"calendar","confidence":"assumed"}],
             "cost":{"field":"units","default":1,"max":1},"lanes":[{"name":"main","cap":"ceiling"}]}
            """;

    private final Map<String, String> rows = new TreeMap<>();
    private final List<List<KvOp>> calls = new ArrayList<>();
    private int pageOf = 1000;
    private Optional<CallFailure> failure = Optional.empty();
    private final GraphStore store = new GraphStore(this::answer);

    private KvAnswer answer(List<KvOp> operations) {
        calls.add(operations);
        if (failure.isPresent()) {
            return new KvAnswer.Failed(failure.get());
        }
        return new KvAnswer.Done(operations.stream().map(this::result).toList());
    }

    private KvResult result(KvOp operation) {
        return switch (operation) {
            case KvOp.GetPrefix read -> page(read);
            case KvOp.Get get when rows.containsKey(get.key()) -> new KvResult.Found(row(get.key()));
            case KvOp.Get get -> new KvResult.Missing(get.key());
            case KvOp.Put put
            when put.expect() == (rows.containsKey(put.key()) ? 7 : 0) -> new KvResult.Written(put.key(), 8);
            case KvOp.Put put -> new KvResult.Lost(put.key(), "version", RawJson.NULL, 7);
            default -> throw new AssertionError("the store does not ask for " + operation);
        };
    }

    private KvResult page(KvOp.GetPrefix read) {
        List<KvRow> all = rows.keySet().stream()
                .filter(key -> key.startsWith(read.prefix()) && key.compareTo(read.after()) > 0)
                .map(this::row)
                .toList();
        List<KvRow> page = all.stream().limit(pageOf).toList();
        boolean truncated = page.size() < all.size();
        return new KvResult.Rows(
                page, List.of(), truncated, truncated ? page.getLast().key() : "");
    }

    private KvRow row(String key) {
        return new KvRow(key, RawJson.of(rows.get(key)), 7, Optional.empty(), Optional.empty());
    }

    private Inventory.Known inventory() {
        return (Inventory.Known) store.inventory();
    }

    @Test
    void one_call_reads_both_kinds_of_documents() {
        rows.put("graph:app:g", DOCUMENT.formatted(3));

        Inventory.Known known = inventory();

        assertThat(known.complete()).isTrue();
        assertThat(known.graphs().get(new GraphId("app", "g")).document().version())
                .isEqualTo(3);
        assertThat(known.graphs().get(new GraphId("app", "g")).version()).isEqualTo(7);
        assertThat(calls).hasSize(1);
    }

    @Test
    void pages_are_followed_to_their_end() {
        pageOf = 2;
        for (int i = 0; i < 5; i++) {
            rows.put("graph:app:g" + i, DOCUMENT.formatted(1));
        }

        assertThat(inventory().graphs()).hasSize(5);
        assertThat(calls).hasSize(3);
    }

    @Test
    void a_document_of_a_newer_build_makes_the_inventory_incomplete_and_hides_no_other() {
        rows.put("graph:app:g", DOCUMENT.formatted(1));
        rows.put("graph:app:newer", "{\"version\":1,\"wings\":2}");

        assertThat(inventory().complete()).isFalse();
        assertThat(inventory().graphs()).containsOnlyKeys(new GraphId("app", "g"));
    }

    @Test
    void a_store_that_cannot_be_read_is_not_an_empty_one() {
        failure = Optional.of(new CallFailure.Unavailable("down"));

        assertThat(store.inventory()).isEqualTo(new Inventory.Unreadable("down"));
        assertThat(store.predecessor(new GraphId("app", "g"))).isEqualTo(new GraphStore.Predecessor.Unreadable("down"));
    }

    @Test
    void a_v1_target_stands_in_until_its_graph_is_stored() {
        rows.put("spec:app:shop.old", LEGACY_TARGET);
        assertThat(inventory().graphs().get(new GraphId("app", "old")).migration())
                .isNotEmpty();

        rows.put("graph:app:old", DOCUMENT.formatted(9));
        assertThat(inventory()
                        .graphs()
                        .get(new GraphId("app", "old"))
                        .document()
                        .version())
                .isEqualTo(9);
        assertThat(store.legacyKeys(new GraphId("app", "old"))).contains(List.of("spec:app:shop.old"));
    }

    @Test
    void a_document_that_somebody_else_wrote_meanwhile_must_not_be_overwritten() {
        rows.put("graph:app:g", DOCUMENT.formatted(1));
        var stored = inventory().graphs().get(new GraphId("app", "g"));

        assertThat(store.put(stored.document(), 6)).isInstanceOf(GraphStore.Stored.Lost.class);
        assertThat(store.put(stored.document(), 7)).isEqualTo(new GraphStore.Stored.Done(8));
    }
}
