package queencell.proxy.access;

import java.util.Collection;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/// What an API key may do (pipeline, 6.2).
public enum Scope {
    PRODUCE,
    CONSUME,
    ADMIN,
    READ;

    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /// From `api_keys.scopes`; a word that is no scope is ignored.
    public static Set<Scope> parse(Collection<String> words) {
        return EnumSet.allOf(Scope.class).stream()
                .filter(scope -> words.contains(scope.wireName()))
                .collect(Collectors.toUnmodifiableSet());
    }
}
