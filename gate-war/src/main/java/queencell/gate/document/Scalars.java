package queencell.gate.document;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/// Reads single values of a type, strictly: what is of another type or out of range becomes a structural problem and
/// an empty answer (document, 1.1).
final class Scalars {

    private final StructuralProblems problems;

    Scalars(StructuralProblems problems) {
        this.problems = problems;
    }

    Optional<Long> integer(String at, Json value, Range range) {
        if (value instanceof Json.Num number) {
            OptionalLong parsed = range.parse(number.written());
            if (parsed.isPresent()) {
                return Optional.of(parsed.getAsLong());
            }
        }
        problems.wrong(at, value, range.toString());
        return Optional.empty();
    }

    /// A number of cost units: a fraction is not refused here but by `cost-integer`.
    Optional<Amount> amount(String at, Json value) {
        if (value instanceof Json.Num number) {
            if (!Range.isInteger(number.written()) && !number.written().equals("-0")) {
                return Optional.of(Amount.fractional(number.written()));
            }
            OptionalLong units = Range.I64.parse(number.written());
            if (units.isPresent()) {
                return Optional.of(Amount.of(units.getAsLong()));
            }
        }
        problems.wrong(at, value, Range.I64.toString());
        return Optional.empty();
    }

    Optional<Double> number(String at, Json value) {
        if (value instanceof Json.Num number) {
            double read = Double.parseDouble(number.written());
            if (Double.isFinite(read)) {
                // a negative zero would be written back differently from what it equals
                return Optional.of(read + 0.0);
            }
        }
        problems.wrong(at, value, "a number that a 64-bit float can hold, at most 1.8e308");
        return Optional.empty();
    }

    Optional<String> nonEmptyText(String at, Json value) {
        return text(at, value).filter(text -> {
            if (text.isEmpty()) {
                problems.wrong(at, value, "a text that is not empty");
            }
            return !text.isEmpty();
        });
    }

    Optional<String> text(String at, Json value) {
        if (value instanceof Json.Text text) {
            if (storable(text.value())) {
                return Optional.of(text.value());
            }
            problems.wrong(
                    at, value, "a text without U+0000 and without half a surrogate pair, which the store cannot hold");
        } else {
            problems.wrong(at, value, "a text");
        }
        return Optional.empty();
    }

    /// Text that may hold U+0000.
    Optional<String> keyText(String at, Json value) {
        if (value instanceof Json.Text text && wellFormed(text.value())) {
            return Optional.of(text.value());
        }
        problems.wrong(at, value, "a text of Unicode characters");
        return Optional.empty();
    }

    /// Whether the store can hold it: no U+0000, no half of a surrogate pair.
    static boolean storable(String text) {
        return text.indexOf('\0') < 0 && wellFormed(text);
    }

    private static boolean wellFormed(String text) {
        for (int i = 0; i < text.length(); i++) {
            if (Character.isSurrogate(text.charAt(i))) {
                if (!Character.isSurrogatePair(text.charAt(i), i + 1 < text.length() ? text.charAt(i + 1) : ' ')) {
                    return false;
                }
                i++;
            }
        }
        return true;
    }

    <E> Optional<E> word(String at, Json value, Map<String, E> words) {
        if (value instanceof Json.Text text && words.containsKey(text.value())) {
            return Optional.of(words.get(text.value()));
        }
        problems.wrong(at, value, oneOf(words));
        return Optional.empty();
    }

    /// The words in words.
    static String oneOf(Map<String, ?> words) {
        return "one of " + StructuralProblems.listed(words.keySet());
    }

    Optional<Boolean> flag(String at, Json value) {
        if (value instanceof Json.Bool flag) {
            return Optional.of(flag.value());
        }
        problems.wrong(at, value, "`true` or `false`");
        return Optional.empty();
    }
}
