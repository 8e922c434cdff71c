package queencell.listener;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;

/// Header fields in the order received. Values are ISO-8859-1, one char per byte, without blanks around them;
/// names keep their spelling and are found in any case. Immutable,
/// but for [#forget].
public final class InboundHeaders {

    static final InboundHeaders NONE = new InboundHeaders(List.of());

    /// name, value, name, value, …
    private final String[] fields;

    private InboundHeaders(List<String> fields) {
        this.fields = fields.toArray(String[]::new);
    }

    /// @param fields name, value, name, value, …
    public static InboundHeaders of(List<String> fields) {
        if (fields.size() % 2 != 0) {
            throw new IllegalArgumentException("%d strings are no pairs of name and value".formatted(fields.size()));
        }
        return fields.isEmpty() ? NONE : new InboundHeaders(fields);
    }

    /// How many field lines there are.
    public int size() {
        return fields.length / 2;
    }

    public String name(int index) {
        return fields[2 * index];
    }

    public String value(int index) {
        return fields[2 * index + 1];
    }

    /// The value of the first line of that name.
    public Optional<String> first(String name) {
        for (int at = 0; at < fields.length; at += 2) {
            if (fields[at].equalsIgnoreCase(name)) {
                return Optional.of(fields[at + 1]);
            }
        }
        return Optional.empty();
    }

    /// The values of all lines of that name, in order.
    public List<String> all(String name) {
        List<String> values = new ArrayList<>(2);
        for (int at = 0; at < fields.length; at += 2) {
            if (fields[at].equalsIgnoreCase(name)) {
                values.add(fields[at + 1]);
            }
        }
        return values;
    }

    public boolean contains(String name) {
        return first(name).isPresent();
    }

    public void forEach(BiConsumer<String, String> field) {
        for (int at = 0; at < fields.length; at += 2) {
            field.accept(fields[at], fields[at + 1]);
        }
    }

    /// Lets go of the values of these fields, which become empty: a request may be held long after its credentials were
    /// judged. On the loop of the request, once no other thread reads them.
    public void forget(FieldNameSet names) {
        for (int at = 0; at < fields.length; at += 2) {
            if (names.contains(fields[at])) {
                fields[at + 1] = "";
            }
        }
    }

    /// Names only: values may be credentials.
    @Override
    public String toString() {
        StringBuilder names = new StringBuilder("InboundHeaders[");
        forEach((name, _) -> names.append(names.charAt(names.length() - 1) == '[' ? "" : ", ")
                .append(name));
        return names.append(']').toString();
    }
}
