package queencell.bench.load;

import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import queencell.bench.load.BenchCell.Tenant;
import queencell.dev.CellFault;

/// Depth reads at a fixed pace, well below what the machine can do, each timed from the moment when it was due: a
/// delay counts for every request that it holds up.
final class PacedReads {
    private final URI door;
    private final Tenant tenant;
    private final int clients;
    private final int perSecond;

    PacedReads(URI door, Tenant tenant, int clients, int perSecond) {
        this.door = door;
        this.tenant = tenant;
        this.clients = clients;
        this.perSecond = perSecond;
    }

    Samples run(Duration window) {
        long pauseNanos = 1_000_000_000L * clients / perSecond;
        int each = Math.toIntExact(window.toNanos() / pauseNanos);
        var all = new Samples(each * clients);
        try (ExecutorService threads =
                Executors.newThreadPerTaskExecutor(Thread.ofPlatform().factory())) {
            List<Future<long[]>> running = new ArrayList<>();
            for (int client = 0; client < clients; client++) {
                long firstNanos = System.nanoTime() + pauseNanos * client / clients;
                running.add(threads.submit(() -> read(firstNanos, pauseNanos, each)));
            }
            for (Future<long[]> reader : running) {
                for (long nanos : reader.get()) {
                    all.add(nanos);
                }
            }
            return all;
        } catch (ExecutionException failed) {
            throw new CellFault("A paced read failed: %s".formatted(failed.getCause()), failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CellFault("Interrupted while reads were timed.", stopped);
        }
    }

    private long[] read(long firstNanos, long pauseNanos, int requests) throws IOException {
        long[] took = new long[requests];
        try (var socket = new PlainSocket(door)) {
            for (int request = 0; request < requests; request++) {
                long dueNanos = firstNanos + request * pauseNanos;
                for (long early = dueNanos - System.nanoTime(); early > 0; early = dueNanos - System.nanoTime()) {
                    LockSupport.parkNanos(early);
                }
                socket.get(Stub.DEPTH + "?group=workers", tenant.headers());
                PlainSocket.Answer answer = socket.read();
                took[request] = System.nanoTime() - dueNanos;
                if (answer.status() != 200 || answer.length() != Texts.DEPTH_BYTES) {
                    throw new IOException("%d with %d bytes".formatted(answer.status(), answer.length()));
                }
            }
        }
        return took;
    }
}
