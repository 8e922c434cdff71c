package queencell.gate.stage;

import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import queencell.gate.counter.Charge;
import queencell.gate.counter.CounterView;
import queencell.gate.counter.Ledger;

/// Of the handlers of this replica that wake for one counter, one asks first and the others read its answer (ruling on
/// waking), so that a window that opens is not met by a burst of calls. Thread-safe.
public final class Turns {
    private final Map<String, CompletableFuture<Optional<CounterView>>> asking = new ConcurrentHashMap<>();
    private final InstantSource clock;

    public Turns(InstantSource clock) {
        this.clock = clock;
    }

    /// A place in the order: either the right to ask, which [#close] gives back, or what the one in front learned.
    final class Turn implements AutoCloseable {
        private final String key;
        private final CompletableFuture<Optional<CounterView>> answer;
        private final Optional<CounterView> news;

        private Turn(String key, CompletableFuture<Optional<CounterView>> answer, Optional<CounterView> news) {
            this.key = key;
            this.answer = answer;
            this.news = news;
        }

        /// What somebody else was answered just now; empty for the one who has to ask.
        Optional<CounterView> news() {
            return news;
        }

        @Override
        public void close() {
            if (asking.remove(key, answer)) {
                answer.complete(Optional.empty());
            }
        }
    }

    /// A turn of nobody: the handler has not waited for a counter.
    Turn none() {
        return new Turn("", new CompletableFuture<>(), Optional.empty());
    }

    /// Waits while somebody else asks about the counter.
    Turn enter(String key) {
        var mine = new CompletableFuture<Optional<CounterView>>();
        var other = asking.putIfAbsent(key, mine);
        if (other == null) {
            return new Turn(key, mine, Optional.empty());
        }
        try {
            return new Turn(key, mine, other.get());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return new Turn(key, mine, Optional.empty());
        } catch (ExecutionException impossible) {
            throw new IllegalStateException("a turn never ends with a fault", impossible);
        }
    }

    void refused(Map<String, CounterView> counters) {
        counters.forEach((key, view) -> answer(key, Optional.of(view)));
    }

    /// A counter that reads no more than the charge was created by it: the window began just now.
    void charged(List<Charge> charges, Ledger ledger) {
        if (asking.isEmpty()) {
            return;
        }
        for (Charge charge : charges) {
            ledger.entry(charge.key()).ifPresent(entry -> {
                Optional<Instant> end = entry.value() == charge.delta()
                        ? Optional.of(clock.instant().plusSeconds(charge.windowSeconds()))
                        : Optional.empty();
                answer(charge.key(), Optional.of(new CounterView(charge.key(), entry.value(), end)));
            });
        }
    }

    private void answer(String key, Optional<CounterView> view) {
        var waiting = asking.remove(key);
        if (waiting != null) {
            waiting.complete(view);
        }
    }
}
