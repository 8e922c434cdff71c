package queencell.proxy.cluster;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Predicate;
import queencell.proxy.cluster.LookupCache.Answer;

/// One look-up that is under way, what was told of changes meanwhile, and what came of it. Thread-safe.
///
/// It may have read before a change that it hears of. Whether that matters is known only when the row is there: a
/// change of another row leaves it as good as it was.
final class Flight<V> {
    private final CompletableFuture<Answer<V>> landing = new CompletableFuture<>();
    private final List<Notice<V>> heard = new CopyOnWriteArrayList<>();
    private final long beganNanos;

    /// What somebody was told.
    ///
    /// @param which the rows that changed
    /// @param ofMissing whether a row may have come into being that nobody knew
    record Notice<V>(Predicate<V> which, boolean ofMissing) {
        boolean concerns(Answer<V> answer) {
            return switch (answer) {
                case Answer.Found<V>(V value) -> which.test(value);
                case Answer.Missing<V> missing -> ofMissing;
                case Answer.Unanswered<V> unanswered -> false;
            };
        }
    }

    Flight(long beganNanos) {
        this.beganNanos = beganNanos;
    }

    long beganNanos() {
        return beganNanos;
    }

    void hear(Notice<V> notice) {
        heard.add(notice);
    }

    /// How many changes were heard of so far; whoever joins keeps the number for [#isOutdated(Answer, int)].
    int noticesHeard() {
        return heard.size();
    }

    /// Whether a change that was told at any time of the flight concerns this answer.
    boolean isOutdated(Answer<V> answer) {
        return isOutdated(answer, heard.size());
    }

    /// The same for changes among the first `notices` alone: those that somebody who joined then may not miss.
    boolean isOutdated(Answer<V> answer, int notices) {
        for (int each = 0; each < notices; each++) {
            if (heard.get(each).concerns(answer)) {
                return true;
            }
        }
        return false;
    }

    void land(Answer<V> answer) {
        landing.complete(answer);
    }

    /// Waits for the answer; unanswered when it is late or the thread is told to stop.
    Answer<V> await(Duration patience) {
        try {
            return landing.get(patience.toNanos(), TimeUnit.NANOSECONDS);
        } catch (TimeoutException | ExecutionException late) {
            return new Answer.Unanswered<>();
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return new Answer.Unanswered<>();
        }
    }
}
