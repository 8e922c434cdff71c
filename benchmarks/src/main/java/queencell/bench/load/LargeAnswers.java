package queencell.bench.load;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import queencell.dev.CellFault;

/// Pop answers of many megabytes, several at once, one after the other on each connection.
final class LargeAnswers {
    private final String target;
    private final long length;
    private final Map<String, String> headers;

    /// @param perSecond mebibytes
    /// @param cpuMillis of the way's processes for one mebibyte
    record Outcome(String way, double perSecond, double cpuMillis) {}

    LargeAnswers(String target, long length, Map<String, String> headers) {
        this.target = target;
        this.length = length;
        this.headers = headers;
    }

    Outcome run(Way way, int connections, int answersEach) {
        Duration before = Cpu.of(way.pids());
        long begunNanos = System.nanoTime();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> running = new ArrayList<>();
            for (int connection = 0; connection < connections; connection++) {
                running.add(threads.submit(() -> {
                    fetch(way, answersEach);
                    return null;
                }));
            }
            for (Future<?> each : running) {
                each.get();
            }
        } catch (ExecutionException failed) {
            throw new CellFault("%s: a large answer failed: %s".formatted(way.name(), failed.getCause()), failed);
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new CellFault("Interrupted while large answers came.", stopped);
        }
        double seconds = (System.nanoTime() - begunNanos) / 1e9;
        double mebibytes = (double) connections * answersEach * length / (1 << 20);
        double cpuMillis = Cpu.of(way.pids()).minus(before).toNanos() / 1e6;
        return new Outcome(way.name(), mebibytes / seconds, cpuMillis / mebibytes);
    }

    private void fetch(Way way, int answers) throws IOException {
        try (var socket = new PlainSocket(way.url())) {
            for (int answer = 0; answer < answers; answer++) {
                socket.get(target, headers);
                PlainSocket.Answer got = socket.read();
                if (got.status() != 200 || got.length() != length) {
                    throw new IOException(
                            "%d with %d bytes, not 200 with %d".formatted(got.status(), got.length(), length));
                }
            }
        }
    }
}
