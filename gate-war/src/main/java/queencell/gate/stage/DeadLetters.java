package queencell.gate.stage;

import java.util.LinkedHashMap;
import java.util.Map;
import queencell.broker.Message;

/// The message of each partition that the broker last said it has dead-lettered. Thread-safe.
///
/// One that is offered again was not. Once that may be a broker that ended before it wrote the row; twice it
/// is one that cannot: its table takes no payload with an escaped NUL or half a surrogate pair, and the
/// cursor stays before it although the answer says `dlq` (proven on 1.3.0).
final class DeadLetters {
    private static final int PARTITIONS = 10_000;
    private static final int GIVES_UP_AFTER = 2;

    private record Last(String id, int times) {}

    private final Map<String, Last> lastOf = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Last> eldest) {
            return size() > PARTITIONS;
        }
    };

    synchronized void confirmed(Message message) {
        lastOf.put(message.partitionId(), new Last(message.id(), times(message) + 1));
    }

    private int times(Message message) {
        Last last = lastOf.get(message.partitionId());
        return last != null && last.id().equals(message.id()) ? last.times() : 0;
    }

    /// The broker has said it often enough, and the message is here all the same.
    synchronized boolean isBackForGood(Message message) {
        return times(message) >= GIVES_UP_AFTER;
    }

    synchronized void passed(Message message) {
        if (times(message) > 0) {
            lastOf.remove(message.partitionId());
        }
    }
}
