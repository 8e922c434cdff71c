package queencell.signin;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// Who vouches for a person's e-mail address.
public enum Provider {
    GOOGLE("Google"),
    GITHUB("GitHub");

    private final String label;

    Provider(String label) {
        this.label = label;
    }

    /// As people know it.
    public String label() {
        return label;
    }

    /// As it stands in paths and in `identities.provider`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Provider> parse(String word) {
        return Arrays.stream(values())
                .filter(provider -> provider.wireName().equals(word))
                .findFirst();
    }
}
