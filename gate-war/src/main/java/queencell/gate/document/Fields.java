package queencell.gate.document;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.BiFunction;

/// The members of one JSON object, read strictly: what is unknown, repeated, missing, of another type or out of range
/// becomes a structural problem, and reading goes on with a placeholder so that all problems are found at once
/// (document, 1.1).
///
/// Three ways to be absent: `required…` refuses absence and `null`, `defaulted…` takes absence and refuses `null`,
/// `optional…` takes `null` for absence. Not thread-safe.
public final class Fields {

    private static final int SHOWN = 40;

    private final Map<String, Json> members = new HashMap<>();
    private final String at;
    private final String what;
    private final Findings problems;

    private Fields(String at, String what, Findings problems) {
        this.at = at;
        this.what = what;
        this.problems = problems;
    }

    /// @param at where the value stands
    /// @param what the object in words, e.g. "a budget"
    /// @param known every field it may have
    /// @return empty when the value is no object, which is then a problem
    public static Optional<Fields> of(Json value, String at, String what, Findings problems, List<String> known) {
        if (!(value instanceof Json.Obj object)) {
            problems.add(
                    Finding.SCHEMA,
                    at,
                    "%s is %s, %s is a JSON object. Nothing is read by position: write an object with the fields %s.",
                    place(at),
                    show(value),
                    what,
                    listed(known));
            return Optional.empty();
        }
        var fields = new Fields(at, what, problems);
        fields.take(object, known);
        return Optional.of(fields);
    }

    private void take(Json.Obj object, List<String> known) {
        for (Json.Member member : object.members()) {
            String name = member.name();
            if (!known.contains(name)) {
                problems.add(
                        Finding.SCHEMA,
                        JsonPointer.member(at, name),
                        "%s is not a field of %s. An ignored field would change what is enforced without anyone noticing:"
                                + " correct or remove it. Fields are %s.",
                        place(JsonPointer.member(at, name)),
                        what,
                        listed(known));
            } else if (members.putIfAbsent(name, member.value()) != null) {
                repeated(at, name, problems);
            }
        }
    }

    private static void repeated(String at, String name, Findings problems) {
        problems.add(
                Finding.SCHEMA,
                JsonPointer.member(at, name),
                "%s is written more than once in one object, and readers disagree about which one counts. Keep one.",
                place(JsonPointer.member(at, name)));
    }

    /// The value of a field, with `null` for absent.
    private Optional<Json> present(String name) {
        return Optional.ofNullable(members.get(name)).filter(value -> !(value instanceof Json.Null));
    }

    private Optional<Json> required(String name, String needed) {
        Optional<Json> value = Optional.ofNullable(members.get(name));
        if (value.isEmpty()) {
            problems.add(
                    Finding.SCHEMA,
                    pointer(name),
                    "%s is missing, %s needs it. Give %s.",
                    place(pointer(name)),
                    what,
                    needed);
        }
        return value;
    }

    public boolean has(String name) {
        return members.containsKey(name);
    }

    public String pointer(String name) {
        return JsonPointer.member(at, name);
    }

    // whole numbers

    public long requiredInteger(String name, Range range) {
        return required(name, range.toString())
                .flatMap(value -> integer(name, value, range))
                .orElse(range.least());
    }

    public long defaultedInteger(String name, Range range, long byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> integer(name, value, range))
                .orElse(byDefault);
    }

    public OptionalLong optionalInteger(String name, Range range) {
        return present(name)
                .flatMap(value -> integer(name, value, range))
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    private Optional<Long> integer(String name, Json value, Range range) {
        if (value instanceof Json.Num number) {
            OptionalLong parsed = range.parse(number.written());
            if (parsed.isPresent()) {
                return Optional.of(parsed.getAsLong());
            }
        }
        wrong(pointer(name), value, range.toString());
        return Optional.empty();
    }

    /// A number of cost units: a fraction is not refused here but by `cost-integer`.
    public Optional<Amount> optionalAmount(String name) {
        return present(name).flatMap(value -> amount(pointer(name), value, problems));
    }

    public Amount defaultedAmount(String name, Amount byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> amount(pointer(name), value, problems))
                .orElse(byDefault);
    }

    static Optional<Amount> amount(String at, Json value, Findings problems) {
        if (value instanceof Json.Num number) {
            if (!Range.isInteger(number.written()) && !number.written().equals("-0")) {
                return Optional.of(Amount.fractional(number.written()));
            }
            OptionalLong units = Range.I64.parse(number.written());
            if (units.isPresent()) {
                return Optional.of(Amount.of(units.getAsLong()));
            }
        }
        wrong(at, value, Range.I64.toString(), problems);
        return Optional.empty();
    }

    // other numbers

    public double requiredNumber(String name) {
        return required(name, "a number").flatMap(value -> number(name, value)).orElse(0.0);
    }

    public double defaultedNumber(String name, double byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> number(name, value))
                .orElse(byDefault);
    }

    public OptionalDouble optionalNumber(String name) {
        return present(name)
                .flatMap(value -> number(name, value))
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }

    private Optional<Double> number(String name, Json value) {
        if (value instanceof Json.Num number) {
            double read = Double.parseDouble(number.written());
            if (Double.isFinite(read)) {
                // a negative zero would be written back differently from what it equals
                return Optional.of(read + 0.0);
            }
        }
        wrong(pointer(name), value, "a number that a 64-bit float can hold, at most 1.8e308");
        return Optional.empty();
    }

    // text

    public String requiredText(String name) {
        return required(name, "a text")
                .flatMap(value -> text(pointer(name), value))
                .orElse("");
    }

    public String requiredNonEmptyText(String name) {
        return required(name, "a text that is not empty")
                .flatMap(value -> nonEmpty(pointer(name), value))
                .orElse("");
    }

    public String defaultedText(String name, String byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> text(pointer(name), value))
                .orElse(byDefault);
    }

    public Optional<String> optionalText(String name) {
        return present(name).flatMap(value -> text(pointer(name), value));
    }

    public Optional<String> optionalNonEmptyText(String name) {
        return present(name).flatMap(value -> nonEmpty(pointer(name), value));
    }

    /// Text that may hold U+0000, because a rule of its own names it (`budget-key`).
    public Optional<String> optionalKeyText(String name) {
        return present(name).flatMap(value -> {
            if (value instanceof Json.Text text && wellFormed(text.value())) {
                return Optional.of(text.value());
            }
            wrong(pointer(name), value, "a text of Unicode characters");
            return Optional.empty();
        });
    }

    private Optional<String> nonEmpty(String at, Json value) {
        return text(at, value).filter(text -> {
            if (text.isEmpty()) {
                wrong(at, value, "a text that is not empty");
            }
            return !text.isEmpty();
        });
    }

    public Optional<String> text(String at, Json value) {
        if (value instanceof Json.Text text) {
            if (storable(text.value())) {
                return Optional.of(text.value());
            }
            wrong(at, value, "a text without U+0000 and without half a surrogate pair, which the store cannot hold");
        } else {
            wrong(at, value, "a text");
        }
        return Optional.empty();
    }

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

    /// One of a few words; the words are compared as they stand.
    public <E> E requiredWord(String name, Map<String, E> words, E placeholder) {
        return required(name, "one of " + listed(List.copyOf(words.keySet())))
                .flatMap(value -> word(name, value, words))
                .orElse(placeholder);
    }

    public <E> E defaultedWord(String name, Map<String, E> words, E byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> word(name, value, words))
                .orElse(byDefault);
    }

    public <E> Optional<E> optionalWord(String name, Map<String, E> words) {
        return present(name).flatMap(value -> word(name, value, words));
    }

    private <E> Optional<E> word(String name, Json value, Map<String, E> words) {
        if (value instanceof Json.Text text && words.containsKey(text.value())) {
            return Optional.of(words.get(text.value()));
        }
        wrong(pointer(name), value, "one of " + listed(List.copyOf(words.keySet())));
        return Optional.empty();
    }

    // flags

    public Optional<Boolean> optionalFlag(String name) {
        return present(name).flatMap(value -> flag(name, value));
    }

    public boolean defaultedFlag(String name, boolean byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> flag(name, value))
                .orElse(byDefault);
    }

    private Optional<Boolean> flag(String name, Json value) {
        if (value instanceof Json.Bool flag) {
            return Optional.of(flag.value());
        }
        wrong(pointer(name), value, "`true` or `false`");
        return Optional.empty();
    }

    // parts

    /// Reads a part that may be `null` or absent.
    public <T> Optional<T> optional(String name, BiFunction<Json, String, T> reader) {
        return present(name).map(value -> reader.apply(value, pointer(name)));
    }

    /// Reads a part that may be absent.
    public <T> T defaulted(String name, T byDefault, BiFunction<Json, String, T> reader) {
        Json value = members.get(name);
        return value == null ? byDefault : reader.apply(value, pointer(name));
    }

    public <T> Optional<T> requiredPart(String name, String needed, BiFunction<Json, String, T> reader) {
        return required(name, needed).map(value -> reader.apply(value, pointer(name)));
    }

    /// A list that must be there.
    public <T> List<T> requiredList(String name, BiFunction<Json, String, T> element) {
        return required(name, "an array")
                .map(value -> list(pointer(name), value, element))
                .orElse(List.of());
    }

    /// A list that is empty when absent.
    public <T> List<T> defaultedList(String name, BiFunction<Json, String, T> element) {
        Json value = members.get(name);
        return value == null ? List.of() : list(pointer(name), value, element);
    }

    public <T> Optional<List<T>> optionalList(String name, BiFunction<Json, String, T> element) {
        return present(name).map(value -> list(pointer(name), value, element));
    }

    public <T> List<T> list(String at, Json value, BiFunction<Json, String, T> element) {
        if (!(value instanceof Json.Arr array)) {
            wrong(at, value, "an array");
            return List.of();
        }
        List<T> read = new ArrayList<>(array.elements().size());
        for (int i = 0; i < array.elements().size(); i++) {
            read.add(element.apply(array.elements().get(i), JsonPointer.element(at, i)));
        }
        return read;
    }

    /// An element that must be a text.
    public String textElement(Json value, String at) {
        return text(at, value).orElse("");
    }

    /// An object whose names are free, in the order in which they were written.
    public <T> Map<String, T> requiredMap(String name, BiFunction<Json, String, T> entry) {
        return requiredPart(name, "an object", (value, at) -> map(value, at, entry))
                .orElse(Map.of());
    }

    private <T> Map<String, T> map(Json value, String at, BiFunction<Json, String, T> entry) {
        if (!(value instanceof Json.Obj object)) {
            wrong(at, value, "an object, from name to description");
            return Map.of();
        }
        Map<String, T> read = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (Json.Member member : object.members()) {
            String place = JsonPointer.member(at, member.name());
            if (!storable(member.name())) {
                wrong(place, Json.of(member.name()), "a name without U+0000 and without half a surrogate pair");
            } else if (names.add(member.name())) {
                read.put(member.name(), entry.apply(member.value(), place));
            } else {
                repeated(at, member.name(), problems);
            }
        }
        return read;
    }

    // problems

    public void wrong(String at, Json value, String needed) {
        wrong(at, value, needed, problems);
    }

    static void wrong(String at, Json value, String needed, Findings problems) {
        problems.add(Finding.SCHEMA, at, "%s is %s. It takes %s: correct it.", place(at), show(value), needed);
    }

    private static String place(String at) {
        return at.isEmpty() ? "the body" : "`" + Shown.text(at, 200) + "`";
    }

    private static String show(Json value) {
        return switch (value) {
            case Json.Obj object -> "an object";
            case Json.Arr array -> "an array";
            case Json.Text text -> "the text \"" + Shown.text(text.value(), SHOWN) + "\"";
            case Json.Num number -> "the number " + Shown.text(number.written(), SHOWN);
            case Json.Bool flag -> "`" + flag.value() + "`";
            case Json.Null nothing -> "`null`";
        };
    }

    private static String listed(List<String> names) {
        return "`" + String.join("`, `", names) + "`";
    }

    /// A decimal number as a person writes it.
    public static String plain(double number) {
        return new BigDecimal(Double.toString(number)).stripTrailingZeros().toPlainString();
    }
}
