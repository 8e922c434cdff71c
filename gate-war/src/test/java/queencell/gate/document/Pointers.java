package queencell.gate.document;

import java.util.Optional;

/// Follows JSON pointers, for tests that check where a problem is put.
public final class Pointers {

    private Pointers() {}

    /// Whether the place exists, or what it would be put into.
    public static boolean placeExists(Json body, String pointer) {
        if (pointer.isEmpty()) {
            return true;
        }
        assert pointer.startsWith("/") : pointer;
        return at(body, pointer).isPresent()
                || at(body, pointer.substring(0, pointer.lastIndexOf('/'))).isPresent();
    }

    public static Optional<Json> at(Json body, String pointer) {
        if (pointer.isEmpty()) {
            return Optional.of(body);
        }
        Optional<Json> value = Optional.of(body);
        for (String step : pointer.substring(1).split("/", -1)) {
            String name = step.replace("~1", "/").replace("~0", "~");
            value = value.flatMap(here -> switch (here) {
                case Json.Obj object -> object.get(name);
                case Json.Arr array -> element(array, name);
                default -> Optional.empty();
            });
        }
        return value;
    }

    private static Optional<Json> element(Json.Arr array, String step) {
        return step.matches("[0-9]+")
                        && Integer.parseInt(step) < array.elements().size()
                ? Optional.of(array.elements().get(Integer.parseInt(step)))
                : Optional.empty();
    }
}
