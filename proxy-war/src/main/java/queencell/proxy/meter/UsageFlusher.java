package queencell.proxy.meter;

import static queencell.log.Field.field;

import io.micrometer.core.instrument.Counter;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import queencell.log.EventLog;
import queencell.metric.Metrics;

/// Carries usage from memory into the database (control plane, 11.4). One thread at a time.
///
/// A batch that could not be written keeps its id and goes first next time, so that a commit whose acknowledgement was
/// lost counts once.
public final class UsageFlusher {
    private static final EventLog LOG = EventLog.of("meter");
    private static final Duration STATEMENT = Duration.ofSeconds(5);
    /// Half a million lines: a database that is gone for that long costs usage before it costs the process its memory.
    private static final int MOST_UNWRITTEN = 100;

    private final UsageAggregate aggregate;
    private final Optional<UsageTable> table;
    private final Deque<UsageBatch> unwritten = new ArrayDeque<>();
    private final Counter clusterGone = dropped("cluster_gone");
    private final Counter noRoom = dropped("no_room");

    /// @param table empty without a database: usage is counted for nobody then
    public UsageFlusher(UsageAggregate aggregate, Optional<UsageTable> table) {
        this.aggregate = aggregate;
        this.table = table;
    }

    private static Counter dropped(String reason) {
        return Counter.builder("queen_proxy_usage_rows_dropped")
                .description("Usage rows that were never written")
                .tag("reason", reason)
                .register(Metrics.registry());
    }

    /// Writes nothing, as everything will be written: shows at the start that this process may write usage, and loads
    /// the classes that the last flush needs, which cannot be loaded any more when the container stops.
    ///
    /// @throws RuntimeException when the database refuses
    public void rehearse() {
        table.ifPresent(open -> open.write(new UsageBatch(UUID.randomUUID(), List.of()), STATEMENT));
    }

    /// Writes the minutes that are over, and what an earlier attempt left.
    public synchronized void flush() {
        add(aggregate.drainClosed());
        writeAll(STATEMENT);
    }

    /// Writes everything, the open minute included, within `budget`; the last thing that happens to usage.
    public synchronized void drain(Duration budget) {
        add(aggregate.drainAll());
        writeAll(budget);
        if (!unwritten.isEmpty()) {
            LOG.error(
                    "usage_lost",
                    field(
                            "rows",
                            unwritten.stream()
                                    .mapToInt(batch -> batch.lines().size())
                                    .sum()));
        }
    }

    private void add(List<UsageLine> lines) {
        UsageBatch.of(lines).forEach(unwritten::addLast);
        while (unwritten.size() > MOST_UNWRITTEN) {
            int rows = unwritten.removeLast().lines().size();
            noRoom.increment(rows);
            LOG.error("usage_dropped", field("rows", rows), field("reason", "no_room"));
        }
    }

    private void writeAll(Duration patience) {
        if (table.isEmpty()) {
            LOG.debug("usage_discarded", field("batches", unwritten.size()));
            unwritten.clear();
            return;
        }
        int gone = 0;
        while (!unwritten.isEmpty()) {
            UsageBatch batch = unwritten.getFirst();
            try {
                gone += table.get().write(batch, patience).dropped();
                unwritten.removeFirst();
            } catch (RuntimeException silent) {
                LOG.warn("usage_unwritten", silent, field("rows", batch.lines().size()), field("batch", batch.id()));
                break;
            }
        }
        if (gone > 0) {
            clusterGone.increment(gone);
            LOG.warn("usage_dropped", field("rows", gone), field("reason", "cluster_gone"));
        }
    }
}
