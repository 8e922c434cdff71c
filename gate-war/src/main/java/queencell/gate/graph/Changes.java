package queencell.gate.graph;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.Json;
import queencell.gate.document.JsonPointer;
import queencell.gate.document.JsonWriter;
import queencell.gate.document.StoredForm;

/// The difference of two documents in words, for a dry run. Pure.
final class Changes {

    private Changes() {}

    static List<String> between(Optional<GraphDocument> before, GraphDocument after) {
        if (before.isEmpty()) {
            return List.of("graph `%s/%s` is created".formatted(after.application(), after.graph()));
        }
        var changes = new ArrayList<String>();
        compare("", StoredForm.json(before.get()), StoredForm.json(after), changes);
        return changes;
    }

    private static void compare(String at, Json before, Json after, List<String> changes) {
        if (Objects.equals(before, after)) {
            return;
        }
        if (before instanceof Json.Obj old && after instanceof Json.Obj now) {
            for (Json.Member member : old.members()) {
                String place = JsonPointer.member(at, member.name());
                Optional<Json> other = now.get(member.name());
                if (other.isEmpty()) {
                    changes.add("%s is removed (was %s)".formatted(place, shown(member.value())));
                } else {
                    compare(place, member.value(), other.get(), changes);
                }
            }
            for (Json.Member member : now.members()) {
                if (old.get(member.name()).isEmpty()) {
                    changes.add(
                            "%s is added: %s".formatted(JsonPointer.member(at, member.name()), shown(member.value())));
                }
            }
        } else if (before instanceof Json.Arr(List<Json> old)
                && after instanceof Json.Arr(List<Json> now)
                && old.size() == now.size()) {
            for (int i = 0; i < old.size(); i++) {
                compare(at + "/" + i, old.get(i), now.get(i), changes);
            }
        } else {
            changes.add("%s changes from %s to %s".formatted(at, shown(before), shown(after)));
        }
    }

    private static String shown(Json value) {
        String text = JsonWriter.text(value);
        return text.length() <= 120 ? text : text.substring(0, 120) + "…";
    }
}
