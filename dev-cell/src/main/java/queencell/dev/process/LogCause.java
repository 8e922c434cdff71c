package queencell.dev.process;

import java.util.List;
import java.util.Optional;

/// Knows how one kind of process tells in its log why it does not work.
public interface LogCause {

    /// The reason, as text for one sentence.
    Optional<String> of(List<String> lines);

    /// Whether these lines say that waiting longer is of no use.
    default boolean broken(List<String> lines) {
        return false;
    }

    /// The last line that contains one of these words, from the word on.
    static LogCause lastLineWith(String... words) {
        return lines -> {
            for (int i = lines.size() - 1; i >= 0; i--) {
                for (String word : words) {
                    int at = lines.get(i).indexOf(word);
                    if (at >= 0) {
                        return Optional.of(
                                lines.get(i).substring(at + word.length()).strip());
                    }
                }
            }
            return lines.isEmpty()
                    ? Optional.empty()
                    : Optional.of(lines.getLast().strip());
        };
    }
}
