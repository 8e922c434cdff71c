package queencell.gate.api;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import queencell.broker.CallFailure;
import queencell.broker.PushItem;
import queencell.broker.Pushed;

/// Pushes that come at the same time share calls to the broker: its cost is per call, hardly per item. Blocking; any
/// thread.
///
/// A push that finds nobody under way is sent at once, so that a lone caller waits for nothing. Those that come while
/// calls are under way are collected, and whoever was first among them sends for all.
final class SharedPushes {
    static final int MOST_ITEMS = 500;
    static final int MOST_BYTES = 1024 * 1024;
    /// The broker gathers what arrives together as well, and with fewer calls it waits for us: of 32 callers, 2 calls
    /// let 2,100 pushes a second through, 16 calls 2,700 and 32 calls 3,200.
    static final int CALLS = 32;

    private final Function<List<PushItem>, Pushed> broker;
    private final Deque<Waiting> waiting = new ArrayDeque<>();
    private int calls;

    SharedPushes(Function<List<PushItem>, Pushed> broker) {
        this.broker = broker;
    }

    /// One caller's items.
    ///
    /// @param turn completed with the outcome, or empty-handed when this caller is to send
    private record Waiting(List<PushItem> items, int bytes, CompletableFuture<Turn> turn) {}

    private sealed interface Turn {
        record Sent(Pushed outcome) implements Turn {}

        record Send() implements Turn {}
    }

    Pushed push(List<PushItem> items) {
        int bytes = items.stream().mapToInt(item -> item.payload().length()).sum();
        var mine = new Waiting(items, bytes, new CompletableFuture<>());
        synchronized (waiting) {
            waiting.add(mine);
            if (calls < CALLS) {
                calls++;
                tellNext();
            }
        }
        return switch (mine.turn().join()) {
            case Turn.Sent(Pushed outcome) -> outcome;
            case Turn.Send send -> sendFor(mine);
        };
    }

    int waitingCallers() {
        synchronized (waiting) {
            return waiting.size();
        }
    }

    /// @param mine the first of those that wait
    private Pushed sendFor(Waiting mine) {
        List<Waiting> together = takeWith(mine);
        try {
            List<Pushed> outcomes = send(together);
            for (int i = 1; i < together.size(); i++) {
                together.get(i).turn().complete(new Turn.Sent(outcomes.get(i)));
            }
            return outcomes.getFirst();
        } finally {
            // after a fault: nobody may wait for an outcome that does not come
            together.forEach(each -> each.turn()
                    .completeExceptionally(new IllegalStateException("the shared push ended without an outcome")));
            next();
        }
    }

    private List<Waiting> takeWith(Waiting mine) {
        var together = new ArrayList<Waiting>();
        synchronized (waiting) {
            waiting.remove(mine);
            together.add(mine);
            int items = mine.items().size();
            int bytes = mine.bytes();
            for (var others = waiting.iterator(); others.hasNext(); ) {
                Waiting other = others.next();
                // whoever has been told to send does it himself
                if (!other.turn().isDone()) {
                    items += other.items().size();
                    bytes += other.bytes();
                    if (items > MOST_ITEMS || bytes > MOST_BYTES) {
                        break;
                    }
                    others.remove();
                    together.add(other);
                }
            }
        }
        return together;
    }

    /// A call has ended: somebody else begins one, or it is one less.
    private void next() {
        synchronized (waiting) {
            if (!tellNext()) {
                calls--;
            }
        }
    }

    /// Tells the first who waits, and has not been told, to send.
    private boolean tellNext() {
        for (Waiting each : waiting) {
            if (each.turn().complete(new Turn.Send())) {
                return true;
            }
        }
        return false;
    }

    private List<Pushed> send(List<Waiting> together) {
        List<PushItem> all =
                together.stream().flatMap(each -> each.items().stream()).toList();
        Pushed outcome = broker.apply(all);
        if (together.size() > 1 && mayBeOneCallers(outcome)) {
            // the others must not suffer for it
            return together.stream().map(each -> broker.apply(each.items())).toList();
        }
        return switch (outcome) {
            case Pushed.Failed failed ->
                together.stream().<Pushed>map(each -> failed).toList();
            case Pushed.Answered answered -> shared(together, answered);
        };
    }

    /// Whether what the broker does not like may be what one of them sent; else it likes none of them.
    private static boolean mayBeOneCallers(Pushed outcome) {
        return outcome instanceof Pushed.Failed failed
                && failed.failure() instanceof CallFailure.Refused refused
                && !refused.endsConsumer();
    }

    private static List<Pushed> shared(List<Waiting> together, Pushed.Answered answered) {
        var outcomes = new ArrayList<Pushed>(together.size());
        int from = 0;
        for (Waiting each : together) {
            int to = from + each.items().size();
            outcomes.add(new Pushed.Answered(answered.items().subList(from, to)));
            from = to;
        }
        return outcomes;
    }
}
