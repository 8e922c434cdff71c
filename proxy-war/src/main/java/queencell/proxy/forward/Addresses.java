package queencell.proxy.forward;

import io.netty.util.NetUtil;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/// Addresses of host names, asked for on virtual threads and never on an event loop. Old ones serve while new
/// ones are fetched, so that only the first request to a host waits. Thread-safe.
final class Addresses {

    /// Asks the system; blocks.
    @FunctionalInterface
    interface Lookup {
        InetAddress[] of(String host) throws UnknownHostException;
    }

    private record Known(List<InetAddress> addresses, long askedNanos) {}

    private final Lookup lookup;
    private final long ttlNanos;
    private final LongSupplier nanoClock;
    private final Map<String, Known> known = new ConcurrentHashMap<>();
    private final Map<String, CompletableFuture<List<InetAddress>>> asked = new ConcurrentHashMap<>();

    Addresses(Lookup lookup, Duration ttl, LongSupplier nanoClock) {
        this.lookup = lookup;
        this.ttlNanos = ttl.toNanos();
        this.nanoClock = nanoClock;
    }

    /// The addresses in the order to be tried; fails with [UnknownHostException]. Complete at once for literal
    /// and for known addresses, else on another thread.
    CompletableFuture<List<InetAddress>> of(String host) {
        Known found = known.get(host);
        if (found != null) {
            if (nanoClock.getAsLong() - found.askedNanos() > ttlNanos) {
                ask(host);
            }
            return CompletableFuture.completedFuture(found.addresses());
        }
        byte[] literal = NetUtil.createByteArrayFromIpAddressString(host);
        if (literal != null) {
            try {
                return CompletableFuture.completedFuture(List.of(InetAddress.getByAddress(literal)));
            } catch (UnknownHostException impossible) {
                return CompletableFuture.failedFuture(impossible);
            }
        }
        return ask(host);
    }

    private CompletableFuture<List<InetAddress>> ask(String host) {
        CompletableFuture<List<InetAddress>> answer = new CompletableFuture<>();
        CompletableFuture<List<InetAddress>> running = asked.putIfAbsent(host, answer);
        if (running != null) {
            return running;
        }
        Thread.ofVirtual().name("resolve-" + host).start(() -> {
            try {
                List<InetAddress> addresses = List.of(lookup.of(host));
                known.put(host, new Known(addresses, nanoClock.getAsLong()));
                asked.remove(host, answer);
                answer.complete(addresses);
            } catch (UnknownHostException | RuntimeException unknown) {
                asked.remove(host, answer);
                answer.completeExceptionally(unknown);
            }
        });
        return answer;
    }
}
