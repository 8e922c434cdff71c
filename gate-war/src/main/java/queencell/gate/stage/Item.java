package queencell.gate.stage;

import java.util.List;
import queencell.broker.Message;
import queencell.gate.item.Payload;

/// One claimed message, classified (runtime, 4).
sealed interface Item {

    Message message();

    /// To be admitted and passed on.
    ///
    /// @param payload as it was scanned
    /// @param cost spent on every counter it touches
    /// @param touches each counter once, in the order of the budgets
    record Work(Message message, Payload payload, long cost, List<Touch> touches) implements Item {}

    /// Of another path: settled without charge or push.
    record Foreign(Message message) implements Item {}

    /// Can never pass.
    ///
    /// @param reason for people; kept with the dead letter
    record Poison(Message message, String reason) implements Item {}
}
