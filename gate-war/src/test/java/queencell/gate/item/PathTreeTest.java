package queencell.gate.item;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class PathTreeTest {

    private final PathTree root = PathTree.root();

    @Test
    void two_readers_of_one_path_fill_two_slots() {
        assertThat(root.put(List.of("a", "b"), 4)).isEqualTo(4);
        assertThat(root.put(List.of("a", "b"), 5)).isEqualTo(4);
        assertThat(root.put(List.of("a", "c"), 6)).isEqualTo(6);
        assertThat(root.put(List.of("a"), 7)).isEqualTo(7);
        assertThat(root.children()).hasSize(1);
        assertThat(child("a").slot()).isEqualTo(7);
        assertThat(child("a").children()).extracting(PathTree::slot).containsExactly(4, 6);
    }

    @Test
    void a_path_deeper_than_any_payload_deepens_every_walk() {
        assertThat(root.put(Collections.nCopies(Payload.MAX_DEPTH, "a"), 4)).isEqualTo(4);
        assertThat(root.children()).hasSize(1);

        assertThat(root.put(Collections.nCopies(Payload.MAX_DEPTH + 1, "b"), 5)).isEqualTo(5);
        assertThat(root.children()).hasSize(1);
    }

    @Test
    void a_leaf_is_descended_into() {
        root.put(List.of("a", "b"), 4);
        assertThat(child("a").hasChildren()).isTrue();
        assertThat(child("a").hasSlot()).isFalse();
        assertThat(child("a").children().getFirst().hasChildren()).isFalse();
        assertThat(child("a").children().getFirst().hasSlot()).isTrue();
    }

    @Test
    void a_key_with_escapes_finds_another_child_or_none_of_its_own() {
        root.put(List.of("a"), 4);
        root.put(List.of("é\""), 5);
        assertThat(escaped("\\u0061").slot()).isEqualTo(4);
        assertThat(escaped("\\u00e9\\\"").slot()).isEqualTo(5);
        assertThat(escaped("\\u0062")).isNull();
    }

    @Test
    void a_key_that_nobody_looks_for_finds_a_child() {
        root.put(List.of("a"), 4);
        root.put(List.of("bc"), 5);
        assertThat(child("bc").slot()).isEqualTo(5);
        assertThat(child("b")).isNull();
        assertThat(child("bcd")).isNull();
        assertThat(child("")).isNull();
    }

    private PathTree child(String key) {
        byte[] bytes = ("\"" + key + "\"").getBytes(UTF_8);
        return root.child(bytes, 1, bytes.length - 1, false);
    }

    private PathTree escaped(String key) {
        byte[] bytes = ("\"" + key + "\"").getBytes(UTF_8);
        return root.child(bytes, 1, bytes.length - 1, true);
    }
}
