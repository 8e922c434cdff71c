package queencell.proxy.inspect;

import com.fasterxml.jackson.core.JsonFactory;
import java.util.concurrent.atomic.AtomicInteger;

/// Readers of JSON that know the names of the bodies before: a table made anew for every small body costs a tenth
/// of its reading. What is kept is bounded by the bytes it was read from, however many and long names a sender makes
/// up. Thread-safe.
final class NameTables {
    /// A table is thrown away after so many bytes of bodies; a body of this size or more gets one of its own.
    static final int BYTES_EACH = 64 * 1024;

    private final JsonFactory rules;
    private volatile Shared shared;

    /// @param left what may still be read with it
    private record Shared(JsonFactory factory, AtomicInteger left) {}

    /// @param rules how all of them read; it learns no names itself
    NameTables(JsonFactory rules) {
        this.rules = rules;
        this.shared = fresh();
    }

    /// @param bytes of the body
    JsonFactory forBody(int bytes) {
        if (bytes >= BYTES_EACH) {
            return rules.copy();
        }
        Shared now = shared;
        if (now.left.addAndGet(-bytes) < 0) {
            // two that come here at once make two, and one of them is used on
            now = fresh();
            now.left.addAndGet(-bytes);
            shared = now;
        }
        return now.factory;
    }

    private Shared fresh() {
        return new Shared(rules.copy(), new AtomicInteger(BYTES_EACH));
    }
}
