package queencell.gate.document;

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

    private final Map<String, Json> members = new HashMap<>();
    private final String at;
    private final String what;
    private final StructuralProblems problems;
    private final Scalars scalars;

    private Fields(String at, String what, StructuralProblems problems) {
        this.at = at;
        this.what = what;
        this.problems = problems;
        this.scalars = new Scalars(problems);
    }

    /// @param at where the value stands
    /// @param what the object in words, e.g. "a budget"
    /// @param known every field it may have
    /// @return empty when the value is no object, which is then a problem
    public static Optional<Fields> of(Json value, String at, String what, Findings findings, List<String> known) {
        var problems = new StructuralProblems(findings);
        if (!(value instanceof Json.Obj object)) {
            problems.noObject(at, value, what, known);
            return Optional.empty();
        }
        var fields = new Fields(at, what, problems);
        fields.take(object, known);
        return Optional.of(fields);
    }

    private void take(Json.Obj object, List<String> known) {
        for (Json.Member member : object.members()) {
            if (problems.endReading()) {
                return;
            }
            String name = member.name();
            if (!known.contains(name)) {
                problems.unknown(pointer(name), what, known);
            } else if (members.putIfAbsent(name, member.value()) != null) {
                problems.repeated(pointer(name));
            }
        }
    }

    /// The value of a field, with `null` for absent.
    private Optional<Json> present(String name) {
        return Optional.ofNullable(members.get(name)).filter(value -> !(value instanceof Json.Null));
    }

    private Optional<Json> required(String name, String needed) {
        Optional<Json> value = Optional.ofNullable(members.get(name));
        if (value.isEmpty()) {
            problems.missing(pointer(name), what, needed);
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
                .flatMap(value -> scalars.integer(pointer(name), value, range))
                .orElse(range.least());
    }

    public long defaultedInteger(String name, Range range, long byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> scalars.integer(pointer(name), value, range))
                .orElse(byDefault);
    }

    public OptionalLong optionalInteger(String name, Range range) {
        return present(name)
                .flatMap(value -> scalars.integer(pointer(name), value, range))
                .map(OptionalLong::of)
                .orElseGet(OptionalLong::empty);
    }

    /// A number of cost units: a fraction is not refused here but by `cost-integer`.
    public Optional<Amount> optionalAmount(String name) {
        return present(name).flatMap(value -> scalars.amount(pointer(name), value));
    }

    public Amount defaultedAmount(String name, Amount byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> scalars.amount(pointer(name), value))
                .orElse(byDefault);
    }

    // other numbers

    public double requiredNumber(String name) {
        return required(name, "a number")
                .flatMap(value -> scalars.number(pointer(name), value))
                .orElse(0.0);
    }

    public double defaultedNumber(String name, double byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> scalars.number(pointer(name), value))
                .orElse(byDefault);
    }

    public OptionalDouble optionalNumber(String name) {
        return present(name)
                .flatMap(value -> scalars.number(pointer(name), value))
                .map(OptionalDouble::of)
                .orElseGet(OptionalDouble::empty);
    }

    // text

    public String requiredText(String name) {
        return required(name, "a text")
                .flatMap(value -> scalars.text(pointer(name), value))
                .orElse("");
    }

    public String requiredNonEmptyText(String name) {
        return required(name, "a text that is not empty")
                .flatMap(value -> scalars.nonEmptyText(pointer(name), value))
                .orElse("");
    }

    public String defaultedText(String name, String byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> scalars.text(pointer(name), value))
                .orElse(byDefault);
    }

    public Optional<String> optionalText(String name) {
        return present(name).flatMap(value -> scalars.text(pointer(name), value));
    }

    public Optional<String> optionalNonEmptyText(String name) {
        return present(name).flatMap(value -> scalars.nonEmptyText(pointer(name), value));
    }

    /// Text that may hold U+0000, because a rule of its own names it (`budget-key`).
    public Optional<String> optionalKeyText(String name) {
        return present(name).flatMap(value -> scalars.keyText(pointer(name), value));
    }

    /// A text that stands in a list or in the place of an object.
    public Optional<String> text(String at, Json value) {
        return scalars.text(at, value);
    }

    /// One of a few words; the words are compared as they stand.
    public <E> E requiredWord(String name, Map<String, E> words, E placeholder) {
        return required(name, Scalars.oneOf(words))
                .flatMap(value -> scalars.word(pointer(name), value, words))
                .orElse(placeholder);
    }

    public <E> E defaultedWord(String name, Map<String, E> words, E byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> scalars.word(pointer(name), value, words))
                .orElse(byDefault);
    }

    public <E> Optional<E> optionalWord(String name, Map<String, E> words) {
        return present(name).flatMap(value -> scalars.word(pointer(name), value, words));
    }

    // flags

    public Optional<Boolean> optionalFlag(String name) {
        return present(name).flatMap(value -> scalars.flag(pointer(name), value));
    }

    public boolean defaultedFlag(String name, boolean byDefault) {
        return Optional.ofNullable(members.get(name))
                .flatMap(value -> scalars.flag(pointer(name), value))
                .orElse(byDefault);
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
        for (int i = 0; i < array.elements().size() && !problems.endReading(); i++) {
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
            if (problems.endReading()) {
                break;
            }
            String place = JsonPointer.member(at, member.name());
            if (!Scalars.storable(member.name())) {
                wrong(place, Json.of(member.name()), "a name without U+0000 and without half a surrogate pair");
            } else if (names.add(member.name())) {
                read.put(member.name(), entry.apply(member.value(), place));
            } else {
                problems.repeated(place);
            }
        }
        return read;
    }

    /// Reports a value of another type or out of range.
    public void wrong(String at, Json value, String needed) {
        problems.wrong(at, value, needed);
    }
}
