package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import java.util.List;
import java.util.Locale;
import queencell.log.Field;
import queencell.proxy.limit.PushBlock;
import queencell.web.RefusedException;

/// A limit that was hit: what the client would be told, and what the log is told (pipeline, 7.1 and 17).
///
/// @param kind the word dashboards filter on: `req`, `msgs`, `parked`, `queues`, `partitions`, `retention`, `storage`,
/// …
/// @param hard refuses in shadow mode too
public record LimitRefusal(String kind, boolean hard, RefusedException answer, List<Field> details) {

    public LimitRefusal {
        details = List.copyOf(details);
    }

    /// Refuses only when limits are enforced.
    static LimitRefusal shadowable(String kind, RefusedException answer, Field... details) {
        return new LimitRefusal(kind, false, answer, List.of(details));
    }

    /// Refuses always: it protects memory, the disk or the bill.
    static LimitRefusal hard(String kind, RefusedException answer, Field... details) {
        return new LimitRefusal(kind, true, answer, List.of(details));
    }

    /// A body, an item or a batch over its cap (7.5).
    static LimitRefusal size(RefusedException answer) {
        // sizes and caps stand in the text
        return hard("size", answer, field("reason", answer.getMessage()));
    }

    static LimitRefusal pushBlock(PushBlock block) {
        return hard(block.name().toLowerCase(Locale.ROOT), Refusals.pushBlocked(block));
    }
}
