package queencell.gate.graph;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import queencell.broker.CallFailure;
import queencell.broker.KvAnswer;
import queencell.broker.KvOp;
import queencell.broker.KvResult;
import queencell.broker.KvRow;
import queencell.broker.RawJson;
import queencell.gate.counter.KvCall;

/// The rows of a store, with versions that count up, and a switch that makes it unreachable.
final class StoredInMemory implements KvCall {
    private final Map<String, KvRow> rows = new TreeMap<>();
    private long written;
    private int calls;
    private boolean down;
    private boolean readOnly;
    private Runnable beforeNextWrite = () -> {};

    void down(boolean unreachable) {
        down = unreachable;
    }

    void readOnly(boolean refusesWrites) {
        readOnly = refusesWrites;
    }

    synchronized int calls() {
        return calls;
    }

    synchronized boolean holds(String key) {
        return rows.containsKey(key);
    }

    /// What somebody else does just before the next write arrives.
    void beforeNextWrite(Runnable deed) {
        beforeNextWrite = deed;
    }

    /// As another replica would.
    synchronized void put(String key, String json) {
        rows.put(key, row(key, json.getBytes(StandardCharsets.UTF_8)));
    }

    synchronized void remove(String key) {
        rows.remove(key);
    }

    @Override
    public synchronized KvAnswer ask(List<KvOp> operations) {
        calls++;
        if (down || readOnly && operations.stream().anyMatch(KvOp::writes)) {
            return new KvAnswer.Failed(new CallFailure.Unavailable("the store is down"));
        }
        if (operations.stream().anyMatch(KvOp::writes)) {
            Runnable deed = beforeNextWrite;
            beforeNextWrite = () -> {};
            deed.run();
        }
        if (operations.stream().map(StoredInMemory::key).anyMatch(key -> key.length() > 512)) {
            return new KvAnswer.Failed(new CallFailure.Refused(413, "kv_key_too_large", "key exceeds 512 bytes"));
        }
        for (int i = 0; i < operations.size(); i++) {
            if (operations.get(i) instanceof KvOp.Put put && put.required() && version(put.key()) != put.expect()) {
                return new KvAnswer.PreconditionLost(i, "version", RawJson.NULL, version(put.key()));
            }
        }
        return new KvAnswer.Done(operations.stream().map(this::result).toList());
    }

    private static String key(KvOp operation) {
        return switch (operation) {
            case KvOp.Get get -> get.key();
            case KvOp.GetPrefix read -> read.prefix();
            case KvOp.Put put -> put.key();
            case KvOp.Delete delete -> delete.key();
            default -> throw new AssertionError("the store does not ask for " + operation);
        };
    }

    private long version(String key) {
        return Optional.ofNullable(rows.get(key)).map(KvRow::version).orElse(0L);
    }

    private KvResult result(KvOp operation) {
        return switch (operation) {
            case KvOp.Get get when rows.containsKey(get.key()) -> new KvResult.Found(rows.get(get.key()));
            case KvOp.Get get -> new KvResult.Missing(get.key());
            case KvOp.GetPrefix read ->
                new KvResult.Rows(
                        rows.values().stream()
                                .filter(row -> row.key().startsWith(read.prefix()))
                                .toList(),
                        List.of(),
                        false,
                        "");
            case KvOp.Put put -> write(put);
            case KvOp.Delete delete -> {
                rows.remove(delete.key());
                yield new KvResult.Written(delete.key(), 0);
            }
            default -> throw new AssertionError("the store does not ask for " + operation);
        };
    }

    private KvResult write(KvOp.Put put) {
        if (version(put.key()) != put.expect()) {
            return new KvResult.Lost(put.key(), "version", RawJson.NULL, version(put.key()));
        }
        rows.put(put.key(), row(put.key(), put.value().bytes()));
        return new KvResult.Written(put.key(), written);
    }

    private KvRow row(String key, byte[] json) {
        return new KvRow(key, RawJson.of(json), ++written, Optional.empty(), Optional.empty());
    }
}
