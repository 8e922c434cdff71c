package queencell.gate.plan;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import queencell.gate.document.NameOrder;

/// Unmodifiable copies in ascending byte order of the names.
final class Sorted {

    private Sorted() {}

    static <V> SequencedMap<String, V> copy(Map<String, V> values) {
        SequencedMap<String, V> sorted = new LinkedHashMap<>();
        values.keySet().stream().sorted(NameOrder.BYTES).forEach(name -> sorted.put(name, values.get(name)));
        return Collections.unmodifiableSequencedMap(sorted);
    }
}
