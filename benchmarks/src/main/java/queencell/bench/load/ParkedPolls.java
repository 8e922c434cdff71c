package queencell.bench.load;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import queencell.bench.load.BenchCell.Tenant;
import queencell.dev.CellFault;
import queencell.dev.Progress;
import queencell.dev.process.Pause;

/// Thousands of long-polls that wait at once: what each takes of the heap, and how a fast request fares meanwhile.
final class ParkedPolls {
    private static final Duration PATIENCE = Duration.ofSeconds(60);
    /// Asks for more than the measurement takes.
    private static final String POP =
            "/api/v1/pop/queue/orders/partition/eu?consumerGroup=workers&wait=true&timeout=90000";

    private final BenchCell cell;
    private final ParkingBroker broker;
    private final Map<String, String> headers;
    private final Progress progress;

    /// @param answered polls that got the answer of the stand-in
    /// @param fast a depth read over and over on one connection, while all are parked
    record Outcome(int polls, int answered, double bytesAPoll, Wrk.Result fast) {}

    /// @param tenant behind `broker`
    ParkedPolls(BenchCell cell, ParkingBroker broker, Tenant tenant, Progress progress) {
        this.cell = cell;
        this.broker = broker;
        this.headers = tenant.headers();
        this.progress = progress;
    }

    /// @param way to the same proxy for the fast requests
    Outcome run(int polls, Wrk wrk, Way way, Shape fast, Duration window) {
        var jvm = new Jvm(cell.pid());
        var answered = new AtomicInteger();
        var ended = new CountDownLatch(polls);
        long before = jvm.liveBytes();
        for (int poll = 0; poll < polls; poll++) {
            Thread.ofVirtual().start(() -> park(answered, ended));
        }
        awaitParked(polls);
        long bytes = jvm.liveBytes() - before;
        progress.step("%d polls parked: %.1f KB of heap each".formatted(polls, bytes / 1024.0 / polls));
        Wrk.Result meanwhile = wrk.run(way, fast, 1, window);
        broker.release();
        await(ended);
        return new Outcome(polls, answered.get(), (double) bytes / polls, meanwhile);
    }

    private void park(AtomicInteger answered, CountDownLatch ended) {
        try (var socket = new PlainSocket(cell.door())) {
            socket.get(POP, headers);
            if (socket.read().status() == 204) {
                answered.incrementAndGet();
            }
        } catch (IOException cut) {
            // counts as not answered
        } finally {
            ended.countDown();
        }
    }

    private void awaitParked(int polls) {
        long deadline = System.nanoTime() + PATIENCE.toNanos();
        while (parked() < polls) {
            if (System.nanoTime() > deadline) {
                throw CellFault.of(
                        "Only %.0f of %d polls are parked after %d s: raise the limit of open files (ulimit -n), or ask"
                                + " for fewer with --polls; the proxy's log: %s",
                        parked(), polls, PATIENCE.toSeconds(), cell.log());
            }
            Pause.millis(200);
        }
    }

    private double parked() {
        return page(cell.metrics())
                .lines()
                .filter(line -> line.startsWith("queen_proxy_parked{scope=\"cell\"}"))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    private static String page(URI address) {
        try (HttpClient client = HttpClient.newHttpClient()) {
            return client.send(HttpRequest.newBuilder(address).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        } catch (IOException silent) {
            throw new CellFault("%s does not answer".formatted(address), silent);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CellFault("Interrupted while polls were parked.", stopped);
        }
    }

    private static void await(CountDownLatch ended) {
        try {
            if (!ended.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)) {
                throw CellFault.of("%d polls got no answer within %d s.", ended.getCount(), PATIENCE.toSeconds());
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CellFault("Interrupted while polls were parked.", stopped);
        }
    }
}
