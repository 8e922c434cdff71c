package queencell.gate.rule;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import queencell.gate.document.Json;
import queencell.gate.document.JsonText;

/// Two documents that differ in one place: one raises a rule, the other does not. Both are [#BASE] with another value
/// at one pointer.
///
/// @param at JSON pointer, empty for the whole document
/// @param fails JSON that raises the rule there
/// @param passes JSON that does not
/// @param failsBecause facts beside the failing document
/// @param passesBecause facts beside the passing one
public record Example(String at, String fails, String passes, Facts failsBecause, Facts passesBecause) {

    /// A small valid graph: `door` paces what enters, `vendor` what leaves.
    public static final String BASE = """
            {"application": "acme", "graph": "mail", "version": 1,
             "nodes": {
               "door": {"ingress": true, "budgets": [{"id": "in", "count": 200, "timeMs": 1000}]},
               "vendor": {"budgets": [{"id": "out", "count": 100, "timeMs": 1000}], "egress": "acme.mail.out"}},
             "paths": [{"name": "main", "nodes": ["door", "vendor"]}]}
            """;

    static Example at(String pointer, String fails, String passes) {
        return new Example(pointer, fails, passes, Facts.NONE, Facts.NONE);
    }

    /// One document with facts that raise the rule, and with facts that do not.
    static Example facts(String pointer, String document, Facts fails, Facts passes) {
        return new Example(pointer, document, document, fails, passes);
    }

    public Json failingDocument() {
        return replace(parse(BASE), segments(), 0, parse(fails));
    }

    public Json passingDocument() {
        return replace(parse(BASE), segments(), 0, parse(passes));
    }

    private List<String> segments() {
        return at.isEmpty() ? List.of() : List.of(at.substring(1).split("/"));
    }

    private static Json replace(Json whole, List<String> pointer, int depth, Json part) {
        if (depth == pointer.size()) {
            return part;
        }
        String step = pointer.get(depth);
        return switch (whole) {
            case Json.Obj object -> {
                List<Json.Member> members = new ArrayList<>(object.members());
                members.removeIf(member -> member.name().equals(step));
                Json old = object.get(step).orElse(new Json.Obj(List.of()));
                members.add(new Json.Member(step, replace(old, pointer, depth + 1, part)));
                yield new Json.Obj(members);
            }
            case Json.Arr array -> {
                List<Json> elements = new ArrayList<>(array.elements());
                int index = Integer.parseInt(step);
                elements.set(index, replace(elements.get(index), pointer, depth + 1, part));
                yield new Json.Arr(elements);
            }
            default -> throw new IllegalArgumentException("nothing below a plain value: " + pointer);
        };
    }

    private static Json parse(String text) {
        return switch (JsonText.parse(text.getBytes(StandardCharsets.UTF_8))) {
            case JsonText.Parsed parsed -> parsed.value();
            case JsonText.Malformed malformed -> throw new IllegalArgumentException(malformed.reason());
            case JsonText.Oversized oversized ->
                throw new IllegalArgumentException(oversized.problem().detail());
        };
    }
}
