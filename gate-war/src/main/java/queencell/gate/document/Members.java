package queencell.gate.document;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The members of one JSON object, in the order in which they are put.
public final class Members {

    private final List<Json.Member> members = new ArrayList<>();

    public Members put(String name, Json value) {
        members.add(new Json.Member(name, value));
        return this;
    }

    /// Leaves out what is absent.
    public Members put(String name, Optional<Json> value) {
        value.ifPresent(present -> put(name, present));
        return this;
    }

    public Json.Obj object() {
        return new Json.Obj(members);
    }
}
