package queencell.proxy.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Two who want the same rows at once, in the order that is the worst.
public final class Meanwhile {
    private Meanwhile() {}

    /// What `second` comes to that finds `first` done but not committed, and waits for it.
    ///
    /// @param first a statement; it is committed as soon as somebody waits for a lock
    public static <T> T of(Pxdb pxdb, String first, Callable<T> second)
            throws InterruptedException, ExecutionException {
        var done = new CountDownLatch(1);
        var commit = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<Boolean> one = threads.submit(() -> Sql.transaction(pxdb, sql -> {
                try {
                    sql.call(first);
                } finally {
                    done.countDown();
                }
                return awaited(commit);
            }));
            done.await();
            Future<T> other = threads.submit(second);
            try {
                await().atMost(Duration.ofMinutes(1)).until(Meanwhile::somebodyWaits);
            } finally {
                commit.countDown();
            }
            assertThat(one.get()).isTrue();
            return other.get();
        }
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean somebodyWaits() {
        return !PxdbServer.running()
                .value("select count(*) from pg_locks where not granted")
                .equals("0");
    }
}
