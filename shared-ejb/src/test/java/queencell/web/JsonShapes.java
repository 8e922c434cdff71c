package queencell.web;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.StreamSupport;

/// Holds JSON against schemas of JSON Schema 2020-12, as far as our descriptions use them. A keyword that it does not
/// know fails the test, or a description would promise what nobody checks. Stricter than the standard in one thing: a
/// field that is not described is wrong unless the schema says that there may be more, or nobody would describe it.
final class JsonShapes {
    private final JsonNode root;

    /// @param root where `$ref` leads into
    JsonShapes(JsonNode root) {
        this.root = root;
    }

    /// What is wrong with the value, each with its place; empty when it fits.
    List<String> problems(JsonNode schema, JsonNode value) {
        var problems = new ArrayList<String>();
        check(schema, value, "$", problems);
        return problems;
    }

    private void check(JsonNode schema, JsonNode value, String at, List<String> problems) {
        for (Map.Entry<String, JsonNode> keyword : schema.properties()) {
            JsonNode said = keyword.getValue();
            switch (keyword.getKey()) {
                case "$ref" -> check(root.at(said.asText().substring(1)), value, at, problems);
                case "type" -> expect(isOfType(said, value), at, "is no " + said + ": " + value, problems);
                case "enum" -> expect(contains(said, value), at, value + " is none of " + said, problems);
                case "const" -> expect(said.equals(value), at, value + " is not " + said, problems);
                case "pattern" -> expect(matches(said, value), at, value + " does not match " + said, problems);
                case "minimum" ->
                    expect(
                            !value.isNumber() || value.decimalValue().compareTo(said.decimalValue()) >= 0,
                            at,
                            value + " is below " + said,
                            problems);
                case "maximum" ->
                    expect(
                            !value.isNumber() || value.decimalValue().compareTo(said.decimalValue()) <= 0,
                            at,
                            value + " is above " + said,
                            problems);
                case "minItems" ->
                    expect(!value.isArray() || value.size() >= said.asInt(), at, "has too few elements", problems);
                case "maxItems" ->
                    expect(!value.isArray() || value.size() <= said.asInt(), at, "has too many elements", problems);
                case "items" -> items(said, value, at, problems);
                case "properties" -> {
                    properties(said, value, at, problems);
                    if (!schema.has("additionalProperties")) {
                        additional(schema, BooleanNode.FALSE, value, at, problems);
                    }
                }
                case "required" -> required(said, value, at, problems);
                case "additionalProperties" -> additional(schema, said, value, at, problems);
                case "oneOf", "anyOf" -> oneOf(said, value, at, problems);
                case "description", "title", "default", "examples", "format" -> {}
                default -> throw new AssertionError("the schema uses `" + keyword.getKey() + "`, which nobody checks");
            }
        }
    }

    private static void expect(boolean holds, String at, String otherwise, List<String> problems) {
        if (!holds) {
            problems.add(at + " " + otherwise);
        }
    }

    private static boolean isOfType(JsonNode types, JsonNode value) {
        if (types.isArray()) {
            return elements(types).stream().anyMatch(type -> isOfType(type, value));
        }
        return switch (types.asText()) {
            case "object" -> value.isObject();
            case "array" -> value.isArray();
            case "string" -> value.isTextual();
            case "boolean" -> value.isBoolean();
            case "null" -> value.isNull();
            case "number" -> value.isNumber();
            case "integer" -> value.isNumber() && isWhole(value.decimalValue());
            default -> throw new AssertionError("no such type: " + types);
        };
    }

    private static boolean isWhole(BigDecimal number) {
        return number.stripTrailingZeros().scale() <= 0;
    }

    private static boolean contains(JsonNode values, JsonNode value) {
        return elements(values).contains(value);
    }

    private static boolean matches(JsonNode pattern, JsonNode value) {
        return !value.isTextual()
                || Pattern.compile(pattern.asText()).matcher(value.asText()).find();
    }

    private void items(JsonNode schema, JsonNode value, String at, List<String> problems) {
        for (int i = 0; value.isArray() && i < value.size(); i++) {
            check(schema, value.get(i), at + "[" + i + "]", problems);
        }
    }

    private void properties(JsonNode schemas, JsonNode value, String at, List<String> problems) {
        for (Map.Entry<String, JsonNode> member : schemas.properties()) {
            if (value.has(member.getKey())) {
                check(member.getValue(), value.get(member.getKey()), at + "." + member.getKey(), problems);
            }
        }
    }

    private static void required(JsonNode names, JsonNode value, String at, List<String> problems) {
        for (JsonNode name : names) {
            expect(!value.isObject() || value.has(name.asText()), at, "lacks `" + name.asText() + "`", problems);
        }
    }

    private void additional(JsonNode schema, JsonNode said, JsonNode value, String at, List<String> problems) {
        if (!value.isObject()) {
            return;
        }
        for (Map.Entry<String, JsonNode> member : value.properties()) {
            if (schema.path("properties").has(member.getKey())) {
                continue;
            }
            if (said.isBoolean()) {
                expect(said.asBoolean(), at, "has `" + member.getKey() + "`, which is not described", problems);
            } else {
                check(said, member.getValue(), at + "." + member.getKey(), problems);
            }
        }
    }

    private void oneOf(JsonNode choices, JsonNode value, String at, List<String> problems) {
        var all = new ArrayList<String>();
        for (JsonNode choice : choices) {
            var of = new ArrayList<String>();
            check(choice, value, at, of);
            if (of.isEmpty()) {
                return;
            }
            all.addAll(of);
        }
        problems.add(at + " fits none of the choices: " + all);
    }

    private static List<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false).toList();
    }
}
