package queencell.proxy.inspect;

import java.util.Optional;
import java.util.function.Supplier;

/// Which names the broker's database can hold (A29). Not politeness: the broker answers a push with another name 201,
/// and loses it together with pushes of other tenants that share its database transaction.
public final class Names {
    private static final int QUEUE_CHARACTERS = 255;
    private static final int PARTITION_OR_GROUP_BYTES = 2048;
    private static final int ID_BYTES = 65_535;

    private Names() {}

    /// What is wrong with a queue's name; empty if nothing is.
    ///
    /// @param place where it stands, for the client
    public static Optional<String> queueProblem(String place, String queue) {
        return queue.isEmpty() ? Optional.of(emptyName(place)) : queueOnConfigureProblem(place, queue);
    }

    /// As [#queueProblem], but `/configure` may name the queue whose name is empty.
    public static Optional<String> queueOnConfigureProblem(String place, String queue) {
        int characters = queue.codePointCount(0, queue.length());
        if (characters > QUEUE_CHARACTERS) {
            return Optional.of("%s has %d characters, at most %d are allowed: choose a shorter queue name"
                    .formatted(place, characters, QUEUE_CHARACTERS));
        }
        return controlProblem(place, queue);
    }

    public static Optional<String> partitionProblem(String place, String partition) {
        return boundedProblem(place, partition, "partition name");
    }

    public static Optional<String> groupProblem(String place, String group) {
        return boundedProblem(place, group, "group name");
    }

    /// What is wrong with the id of a message in a transaction or a cycle: the broker stores a longer one as a frame
    /// that no consumer can read.
    ///
    /// @param bytes its length in UTF-8
    static Optional<String> idProblem(String place, int bytes) {
        return over(ID_BYTES, () -> place + ": transactionId", bytes, "id");
    }

    /// The same of a timer, whose firing makes a message of this id.
    static Optional<String> timerIdProblem(String place, int bytes) {
        return over(ID_BYTES, () -> place + ": txn", bytes, "id");
    }

    private static Optional<String> boundedProblem(String place, String name, String kind) {
        if (name.isEmpty()) {
            return Optional.of(emptyName(place));
        }
        return over(PARTITION_OR_GROUP_BYTES, () -> place, utf8Length(name), kind)
                .or(() -> controlProblem(place, name));
    }

    private static Optional<String> over(int mostBytes, Supplier<String> place, int bytes, String kind) {
        return bytes > mostBytes
                ? Optional.of("%s has %d bytes of UTF-8, at most %d are allowed: choose a shorter %s"
                        .formatted(place.get(), bytes, mostBytes, kind))
                : Optional.empty();
    }

    /// Without a copy: a name may be as long as a body.
    static int utf8Length(String name) {
        int bytes = name.length();
        for (int at = 0; at < name.length(); at++) {
            char letter = name.charAt(at);
            if (Character.isSurrogate(letter)) {
                // four bytes for the two of a pair; one for half a pair, as Java encodes it
                boolean isPair = isPair(name, at);
                bytes += isPair ? 2 : 0;
                at += isPair ? 1 : 0;
            } else {
                bytes += letter < 0x80 ? 0 : letter < 0x800 ? 1 : 2;
            }
        }
        return bytes;
    }

    private static Optional<String> controlProblem(String place, String name) {
        for (int at = 0; at < name.length(); at++) {
            char letter = name.charAt(at);
            if (letter < ' ' || letter == 0x7F) {
                return Optional.of("%s holds the control character U+%04X at %d: use printable characters"
                        .formatted(place, (int) letter, at));
            }
            if (Character.isSurrogate(letter)) {
                if (!isPair(name, at)) {
                    return Optional.of(
                            "%s holds half a surrogate pair, U+%04X at %d: UTF-8 has no bytes for it, send both"
                                    .formatted(place, (int) letter, at));
                }
                at++;
            }
        }
        return Optional.empty();
    }

    private static boolean isPair(String name, int at) {
        return at + 1 < name.length() && Character.isSurrogatePair(name.charAt(at), name.charAt(at + 1));
    }

    private static String emptyName(String place) {
        return "%s is empty: give a name of at least one character".formatted(place);
    }
}
