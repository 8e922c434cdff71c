package queencell.settings;

import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/// Finds environment names that look like ours and are none, so that a mistyped switch does not stay unnoticed.
public final class UnknownNames {
    private final SortedSet<String> known;
    private final List<String> prefixes;

    private UnknownNames(SortedSet<String> known, List<String> prefixes) {
        this.known = known;
        this.prefixes = prefixes;
    }

    /// @param known every name that may be set, @param prefixes what names of ours begin with, e.g. `QUEEN_EDGE_`
    public static UnknownNames of(Collection<String> known, List<String> prefixes) {
        return new UnknownNames(new TreeSet<>(known), List.copyOf(prefixes));
    }

    /// One sentence for each unknown name of `environment`, in alphabetical order.
    public List<String> warnings(Collection<String> environment) {
        return environment.stream()
                .filter(name -> prefixes.stream().anyMatch(name::startsWith))
                .filter(name -> !known.contains(name))
                .sorted()
                .map(this::warning)
                .toList();
    }

    private String warning(String name) {
        return nearest(name)
                .map(known -> "%s is no known setting; did you mean %s?".formatted(name, known))
                .orElseGet(() -> "%s is no known setting; docs/configuration.md lists them all".formatted(name));
    }

    private Optional<String> nearest(String name) {
        int tooFar = Math.max(3, name.length() / 3);
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .filter(candidate -> distance(name, candidate) <= tooFar);
    }

    /// Levenshtein distance.
    private static int distance(String a, String b) {
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int substitution = diagonal + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(substitution, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[b.length()];
    }
}
