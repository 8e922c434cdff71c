package queencell.gate.item;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/// The payload paths that are looked for in one pass, as a tree of object keys. Built once; not changed while it is
/// read.
final class PathTree {

    private static final int NO_SLOT = -1;

    private final String key;
    private final byte[] keyBytes;
    private final List<PathTree> children = new ArrayList<>();
    private int slot = NO_SLOT;

    private PathTree(String key) {
        this.key = key;
        this.keyBytes = key.getBytes(StandardCharsets.UTF_8);
    }

    static PathTree root() {
        return new PathTree("");
    }

    /// @param slot where the value at this path is put
    /// @return the slot that the path already had, or `slot`
    int put(List<String> path, int slot) {
        // no payload that can be relayed has a value that deep; the slot stays empty, and every walk stays shallow
        if (path.size() > Payload.MAX_DEPTH) {
            return slot;
        }
        PathTree tree = this;
        for (String step : path) {
            tree = tree.childOrNew(step);
        }
        if (tree.slot == NO_SLOT) {
            tree.slot = slot;
        }
        return tree.slot;
    }

    private PathTree childOrNew(String step) {
        for (PathTree child : children) {
            if (child.key.equals(step)) {
                return child;
            }
        }
        var added = new PathTree(step);
        children.add(added);
        return added;
    }

    boolean hasChildren() {
        return !children.isEmpty();
    }

    boolean hasSlot() {
        return slot != NO_SLOT;
    }

    int slot() {
        return slot;
    }

    List<PathTree> children() {
        return children;
    }

    /// @return `null` when nothing below this key is looked for
    PathTree child(byte[] json, int from, int to, boolean escaped) {
        if (escaped) {
            String name = JsonBytes.text(json, from, to);
            for (PathTree child : children) {
                if (child.key.equals(name)) {
                    return child;
                }
            }
            return null;
        }
        for (int i = 0; i < children.size(); i++) {
            PathTree child = children.get(i);
            if (JsonBytes.sameBytes(json, from, to, child.keyBytes)) {
                return child;
            }
        }
        return null;
    }
}
