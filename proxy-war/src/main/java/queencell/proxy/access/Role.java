package queencell.proxy.access;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What a person may do on one cluster (pipeline, 6.3).
public enum Role {
    ADMIN,
    PRODUCER,
    CONSUMER,
    VIEWER;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    public static Optional<Role> parse(String word) {
        return Arrays.stream(values())
                .filter(role -> role.wireName().equals(word))
                .findFirst();
    }
}
