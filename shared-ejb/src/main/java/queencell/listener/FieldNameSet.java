package queencell.listener;

import java.util.Arrays;
import java.util.stream.IntStream;

/// Some names of header fields, asked for in any spelling and without a copy in lower case. Immutable.
public final class FieldNameSet {
    private final String[][] byLength;

    private FieldNameSet(String[][] byLength) {
        this.byLength = byLength;
    }

    public static FieldNameSet of(String... names) {
        int longest = Arrays.stream(names).mapToInt(String::length).max().orElse(0);
        return new FieldNameSet(IntStream.rangeClosed(0, longest)
                .mapToObj(length -> Arrays.stream(names)
                        .filter(name -> name.length() == length)
                        .toArray(String[]::new))
                .toArray(String[][]::new));
    }

    public boolean contains(String name) {
        if (name.length() >= byLength.length) {
            return false;
        }
        for (String known : byLength[name.length()]) {
            if (known.equalsIgnoreCase(name)) {
                return true;
            }
        }
        return false;
    }
}
