package queencell.gate.document;

import java.util.List;
import java.util.Optional;

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
