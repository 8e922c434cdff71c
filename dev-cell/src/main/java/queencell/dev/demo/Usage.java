package queencell.dev.demo;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import queencell.dev.process.Pause;

/// What the proxy wrote down for billing during one run of the demo.
final class Usage {
    /// An open minute, one flush period, and a slow machine.
    private static final Duration PATIENCE = Duration.ofSeconds(110);

    private final DemoTenants tenants;
    private final DemoTenants.Tenant tenant;
    private final Map<String, Long> before;

    /// Remembers what stands there already.
    Usage(DemoTenants tenants, DemoTenants.Tenant tenant) {
        this.tenants = tenants;
        this.tenant = tenant;
        this.before = tenants.messages(tenant);
    }

    /// Messages by operation class since this object was made.
    Map<String, Long> grown() {
        var grown = new HashMap<String, Long>();
        tenants.messages(tenant).forEach((op, sum) -> grown.put(op, sum - before.getOrDefault(op, 0L)));
        return grown;
    }

    /// Waits until the minute has closed and was flushed.
    void await(long pushed, long delivered) {
        long patienceEnds = System.nanoTime() + PATIENCE.toNanos();
        while (System.nanoTime() - patienceEnds < 0 && !matches(pushed, delivered)) {
            Pause.millis(500);
        }
    }

    private boolean matches(long pushed, long delivered) {
        Map<String, Long> grown = grown();
        return grown.getOrDefault("push", 0L) == pushed && grown.getOrDefault("delivery", 0L) == delivered;
    }

    void report(long pushed, long delivered, Checks checks) {
        Map<String, Long> grown = grown();
        checks.equal(
                "usage rows of %s: %,d messages pushed".formatted(tenant.slug(), pushed),
                pushed,
                grown.getOrDefault("push", 0L));
        checks.equal(
                "usage rows of %s: %,d messages delivered".formatted(tenant.slug(), delivered),
                delivered,
                grown.getOrDefault("delivery", 0L));
    }
}
