package queencell.gate.stage;

import java.util.LinkedHashMap;
import java.util.Map;
import queencell.broker.Message;

/// The message of each partition that the broker last said it has dead-lettered. Thread-safe.
///
/// One that is offered again was not: the broker's table takes no payload with an escaped NUL or half a surrogate
/// pair, and the cursor stays before it although the answer says `dlq` (proven on 1.3.0).
final class DeadLetters {
    private static final int PARTITIONS = 10_000;

    private final Map<String, String> lastOf = new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
            return size() > PARTITIONS;
        }
    };

    synchronized void confirmed(Message message) {
        lastOf.put(message.partitionId(), message.id());
    }

    synchronized boolean isBack(Message message) {
        return message.id().equals(lastOf.get(message.partitionId()));
    }

    synchronized void passed(Message message) {
        lastOf.remove(message.partitionId(), message.id());
    }
}
