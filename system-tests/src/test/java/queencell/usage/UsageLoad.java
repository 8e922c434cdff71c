package queencell.usage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.locks.LockSupport;
import queencell.http.Answer;
import queencell.http.Connection;
import queencell.http.Request;
import queencell.tenant.Tenant;

/// Sends the mix of many tenants for some time and counts from the answers what each should be billed.
///
/// The rate is what is wished for: a machine that cannot keep up is not asked to catch up, so that load and count stay
/// true whatever else runs. Every tenant sends a round of its mix at least.
///
/// @param rate requests a second of all tenants together
record UsageLoad(List<Tenant> tenants, int rate, Duration time) {
    private static final int MOST_CLIENTS = 16;

    /// @param tallies by cluster
    /// @param kinds how often each kind of request was sent, with the status of its answer
    record Outcome(Map<String, Tally> tallies, Map<String, Long> kinds, long requests, Duration took) {
        long perSecond() {
            return requests * 1_000 / Math.max(1, took.toMillis());
        }
    }

    /// Returns when the last answer is in.
    ///
    /// @throws UncheckedIOException when an answer is lost, because nobody can say then what is to be billed
    Outcome run() throws InterruptedException {
        int clients = Math.min(MOST_CLIENTS, tenants.size());
        long began = System.nanoTime();
        List<Future<Client>> running = new ArrayList<>();
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < clients; client++) {
                var mine = new Client(client, clients, began + time.toNanos());
                running.add(threads.submit(() -> mine.send()));
            }
        }
        Map<String, Tally> tallies = new TreeMap<>();
        Map<String, Long> kinds = new TreeMap<>();
        for (Future<Client> each : running) {
            Client client = ended(each);
            tallies.putAll(client.tallies);
            client.kinds.forEach((kind, times) -> kinds.merge(kind, times, Long::sum));
        }
        long requests = kinds.values().stream().mapToLong(Long::longValue).sum();
        return new Outcome(tallies, kinds, requests, Duration.ofNanos(System.nanoTime() - began));
    }

    private static Client ended(Future<Client> client) throws InterruptedException {
        try {
            return client.get();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("a client ended early: " + failed.getCause(), failed.getCause());
        }
    }

    /// Sends for every so-manieth tenant, over one connection.
    private final class Client {
        private final Map<String, Tally> tallies = new TreeMap<>();
        private final Map<String, Long> kinds = new TreeMap<>();
        private final List<Tenant> mine = new ArrayList<>();
        private final List<TenantMix> mixes = new ArrayList<>();
        private final long nanosBetween;
        private final long endNanos;

        Client(int number, int clients, long endNanos) {
            for (int i = number; i < tenants.size(); i += clients) {
                mine.add(tenants.get(i));
                mixes.add(new TenantMix(i));
            }
            this.nanosBetween = Duration.ofSeconds(1).toNanos() * clients / rate;
            this.endNanos = endNanos;
        }

        Client send() {
            try (var connection = Connection.to(mine.getFirst().proxy().door())) {
                long due = System.nanoTime();
                int least = mine.size() * TenantMix.ROUND;
                for (int turn = 0; turn < least || System.nanoTime() - endNanos < 0; turn++) {
                    sendOne(connection, mine.get(turn % mine.size()), mixes.get(turn % mine.size()));
                    due = Math.max(due + nanosBetween, System.nanoTime());
                    LockSupport.parkNanos(due - System.nanoTime());
                }
                return this;
            } catch (IOException lost) {
                throw new UncheckedIOException("an answer was lost", lost);
            }
        }

        private void sendOne(Connection connection, Tenant tenant, TenantMix mix) throws IOException {
            Sent sent = mix.next();
            Request request = tenant.request(sent.method(), sent.target());
            if (!sent.body().isEmpty()) {
                request.json(sent.body());
            }
            connection.write(request.bytes());
            Answer answer = connection.read(sent.method());
            kinds.merge(sent.name() + " " + answer.status(), 1L, Long::sum);
            sent.count(answer, tallies.computeIfAbsent(tenant.cluster().toString(), _ -> new Tally()));
        }
    }
}
