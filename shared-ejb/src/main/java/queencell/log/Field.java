package queencell.log;

/// One named value of an event. Values are rendered by `String.valueOf`; never hand over a secret.
public record Field(String name, Object value) {

    public static Field field(String name, Object value) {
        return new Field(name, value);
    }
}
