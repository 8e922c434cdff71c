package queencell.gate.document;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/// A JSON value as it was written: numbers keep their spelling, objects their order and their repeated keys.
///
/// The strict readers need exactly what ordinary trees throw away: whether an integer was written as `1.0`, and
/// whether a key was written twice.
public sealed interface Json {

    Json NULL = new Null();
    Json TRUE = new Bool(true);
    Json FALSE = new Bool(false);

    static Json of(String text) {
        return new Text(text);
    }

    static Json of(long number) {
        return new Num(Long.toString(number));
    }

    /// Plain decimal notation, so that the text does not depend on how a platform prints exponents.
    static Json of(double number) {
        return new Num(new java.math.BigDecimal(Double.toString(number)).toPlainString());
    }

    static Json of(boolean flag) {
        return flag ? TRUE : FALSE;
    }

    static Json ofNullable(Optional<String> text) {
        return text.map(Json::of).orElse(NULL);
    }

    static Json ofNullable(OptionalLong number) {
        return number.isPresent() ? of(number.getAsLong()) : NULL;
    }

    /// An array of what `writer` makes of each.
    static <T> Json list(Collection<T> values, Function<? super T, ? extends Json> writer) {
        return new Arr(values.stream().<Json>map(writer).toList());
    }

    /// An object with one member per entry, in the map's order.
    static <V> Json map(Map<String, V> values, Function<V, Json> writer) {
        return new Obj(values.entrySet().stream()
                .map(entry -> new Member(entry.getKey(), writer.apply(entry.getValue())))
                .toList());
    }

    record Obj(List<Member> members) implements Json {
        public Obj {
            members = List.copyOf(members);
        }

        /// The value of the last member of that name, as most JSON readers have it.
        public Optional<Json> get(String name) {
            for (int i = members.size() - 1; i >= 0; i--) {
                if (members.get(i).name().equals(name)) {
                    return Optional.of(members.get(i).value());
                }
            }
            return Optional.empty();
        }
    }

    record Member(String name, Json value) {}

    record Arr(List<Json> elements) implements Json {
        public Arr {
            elements = List.copyOf(elements);
        }
    }

    record Text(String value) implements Json {}

    /// @param written the number as it stood in the text, valid JSON
    record Num(String written) implements Json {}

    record Bool(boolean value) implements Json {}

    record Null() implements Json {}
}
