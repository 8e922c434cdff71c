package queencell.dev;

import java.util.Locale;
import java.util.Optional;

/// The processes of a cell, in the order in which they start; they end in the opposite order.
public enum Part {
    POSTGRES("PostgreSQL"),
    BROKER("broker"),
    PROXY("proxy"),
    GATE("Gate");

    private final String title;

    Part(String title) {
        this.title = title;
    }

    /// How a sentence names this part.
    public String title() {
        return title;
    }

    /// How a sentence about this part begins: `The proxy`, but `Gate` and `PostgreSQL` are names.
    public String sentenceBegin() {
        return Character.isUpperCase(title.charAt(0)) ? title : "The " + title;
    }

    /// How files, states and commands name this part: `postgres`, `broker`, `proxy`, `gate`.
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Part> parse(String key) {
        for (Part part : values()) {
            if (part.key().equals(key)) {
                return Optional.of(part);
            }
        }
        return Optional.empty();
    }
}
