package queencell.gate.document;

import java.util.Optional;
import java.util.OptionalLong;

/// The door by which work enters a node, in the form in which it was written (document, 1.6).
public sealed interface Ingress {

    /// Partitions of an ingress queue that declares none.
    long DEFAULT_PARTITIONS = 16;

    Ingress ABSENT = new Absent();
    Ingress OFF = new Off();
    Ingress ON = new On();

    /// Whether the node is an entry.
    boolean enabled();

    /// The application's own queue; empty when the queue is Gate's.
    default Optional<String> ownQueue() {
        return Optional.empty();
    }

    /// Partitions as declared.
    default OptionalLong declaredPartitions() {
        return OptionalLong.empty();
    }

    /// Whether items may be pushed over HTTP.
    default boolean httpPush() {
        return enabled();
    }

    /// Whether the HTTP door answers 429 when the node is at its ceiling.
    default boolean sheds() {
        return false;
    }

    record Absent() implements Ingress {
        @Override
        public boolean enabled() {
            return false;
        }
    }

    /// Written as `false`.
    record Off() implements Ingress {
        @Override
        public boolean enabled() {
            return false;
        }
    }

    /// Written as `true`.
    record On() implements Ingress {
        @Override
        public boolean enabled() {
            return true;
        }
    }

    /// Written as an object.
    ///
    /// @param http absent: open for Gate's own queue, shut for the application's
    record Described(Optional<String> queue, OptionalLong partitions, Optional<Boolean> http, Optional<Boolean> shed)
            implements Ingress {

        @Override
        public boolean enabled() {
            return true;
        }

        @Override
        public Optional<String> ownQueue() {
            return queue;
        }

        @Override
        public OptionalLong declaredPartitions() {
            return partitions;
        }

        @Override
        public boolean httpPush() {
            return http.orElse(queue.isEmpty());
        }

        @Override
        public boolean sheds() {
            return shed.orElse(false);
        }
    }
}
