package queencell.gate.document;

import java.util.Collection;
import java.util.List;

/// What the strict readers say about a value: place, value, what is allowed there, and the fix (document, 1.1 and 9.2).
final class StructuralProblems {

    private static final int SHOWN = 40;

    private final Findings findings;

    StructuralProblems(Findings findings) {
        this.findings = findings;
    }

    /// Whether there are so many that no further one would be told.
    boolean endReading() {
        return findings.endsReading();
    }

    /// A value of another type or out of range.
    void wrong(String at, Json value, String needed) {
        add(at, "%s is %s. It takes %s: correct it.", place(at), show(value), needed);
    }

    void noObject(String at, Json value, String what, List<String> known) {
        add(
                at,
                "%s is %s, %s is a JSON object. Nothing is read by position: write an object with the fields %s.",
                place(at),
                show(value),
                what,
                listed(known));
    }

    void unknown(String at, String what, List<String> known) {
        add(
                at,
                "%s is not a field of %s. An ignored field would change what is enforced without anyone noticing: correct or"
                        + " remove it. Fields are %s.",
                place(at),
                what,
                listed(known));
    }

    void repeated(String at) {
        add(
                at,
                "%s is written more than once in one object, and readers disagree about which one counts. Keep one.",
                place(at));
    }

    void missing(String at, String what, String needed) {
        add(at, "%s is missing, %s needs it. Give %s.", place(at), what, needed);
    }

    private void add(String at, String detail, Object... arguments) {
        findings.add(Finding.SCHEMA, at, detail, arguments);
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

    static String listed(Collection<String> names) {
        return "`" + String.join("`, `", names) + "`";
    }
}
