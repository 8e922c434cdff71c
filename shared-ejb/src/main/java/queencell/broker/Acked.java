package queencell.broker;

import java.util.List;

/// Outcome of an ack call (wire, 7.2). The HTTP status says nothing about the items: read each.
public sealed interface Acked {

    /// @param items one per ack, in request order
    record Answered(List<Item> items) implements Acked {
        public Answered {
            items = List.copyOf(items);
        }

        /// True when every item was accepted.
        public boolean all() {
            return items.stream().allMatch(item -> item instanceof Accepted);
        }
    }

    record Failed(CallFailure failure) implements Acked {}

    sealed interface Item {}

    /// @param noop the cursor had passed the message before
    /// @param deadLettered a message of this partition went to the dead-letter queue (every item of the
    ///     group says so)
    record Accepted(boolean noop, boolean deadLettered) implements Item {}

    record Rejected(Cause cause, String text) implements Item {}

    /// Texts of wire 7.4, sorted by what follows from them.
    enum Cause {
        /// `invalid or expired lease`: drop the batch, it is redelivered.
        LEASE_LOST,
        /// `consumer not found`: the group has no cursor here.
        NO_CONSUMER,
        /// A signal for a message that the cursor has passed: too late, ignore.
        TOO_LATE,
        /// `unresolvable:`: the id is in no identity row; the cursor can be stuck (trap 1).
        UNRESOLVABLE,
        /// `partition not owned by tenant`.
        FOREIGN_PARTITION,
        /// The broker's database is down: let the lease lapse.
        OUTAGE,
        /// Bad input, a refused dead letter, or a text this client does not know.
        OTHER;

        static Cause of(String text) {
            if (text.startsWith("unresolvable:")) {
                return UNRESOLVABLE;
            }
            if (text.startsWith("already committed:")) {
                return TOO_LATE;
            }
            if (text.startsWith("ack flush failed")) {
                return OUTAGE;
            }
            return switch (text) {
                case "invalid or expired lease" -> LEASE_LOST;
                case "consumer not found" -> NO_CONSUMER;
                case "partition not owned by tenant" -> FOREIGN_PARTITION;
                case "pool" -> OUTAGE;
                default -> OTHER;
            };
        }
    }
}
