package queencell.gate.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import queencell.gate.document.Json;
import queencell.web.RefusedException;

/// Reads rows from the broker side by side, under one deadline for all of them (console, 3.1). Thread-safe.
final class RowReads {
    /// A thousand graphs are no thousand calls at one moment.
    private static final int AT_ONCE = 32;

    private final Executor threads;
    private final Duration limit;

    RowReads(Executor threads, Duration limit) {
        this.threads = threads;
        this.limit = limit;
    }

    /// Blocks. A row that is not there in time is refused, as one that cannot be read; its calls end by their own
    /// limits.
    ///
    /// @param unreadable stands in for a row that was refused, or throws
    /// @return one for each item, in their order
    <T> List<Json> of(List<T> items, Function<T, Json> row, BiFunction<T, RefusedException, Json> unreadable) {
        long until = System.nanoTime() + limit.toNanos();
        var reading = new Reading<>(items, row);
        try {
            for (int lane = 0; lane < Math.min(AT_ONCE, items.size()); lane++) {
                threads.execute(reading::lane);
            }
            var rows = new ArrayList<Json>(items.size());
            for (int i = 0; i < items.size(); i++) {
                try {
                    rows.add(await(reading.answers.get(i), until));
                } catch (RefusedException refused) {
                    rows.add(unreadable.apply(items.get(i), refused));
                }
            }
            return rows;
        } finally {
            reading.stop();
        }
    }

    private Json await(CompletableFuture<Json> answer, long untilNanos) {
        try {
            return answer.get(Math.max(0, untilNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
        } catch (TimeoutException late) {
            throw Refuse.liveState("no answer within %d ms".formatted(limit.toMillis()));
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw Refuse.liveState("the request was interrupted");
        } catch (ExecutionException fault) {
            switch (fault.getCause()) {
                case RuntimeException cause -> throw cause;
                case Error cause -> throw cause;
                default -> throw new IllegalStateException("a row threw a checked exception", fault.getCause());
            }
        }
    }

    /// The rows of one request. Each lane takes the next row that nobody has begun.
    private static final class Reading<T> {
        private final List<T> items;
        private final Function<T, Json> row;
        private final List<CompletableFuture<Json>> answers;
        private final AtomicInteger next = new AtomicInteger();

        Reading(List<T> items, Function<T, Json> row) {
            this.items = items;
            this.row = row;
            this.answers = Stream.generate(CompletableFuture<Json>::new)
                    .limit(items.size())
                    .toList();
        }

        void lane() {
            for (int i = next.getAndIncrement(); i < items.size(); i = next.getAndIncrement()) {
                try {
                    answers.get(i).complete(row.apply(items.get(i)));
                } catch (RuntimeException | Error fault) {
                    answers.get(i).completeExceptionally(fault);
                }
            }
        }

        /// Begins no further row.
        void stop() {
            next.set(items.size());
        }
    }
}
