package queencell.bench.gate;

import java.net.URI;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/// A graph of three nodes in a row, each with the same budget, and the trickle that goes into it.
record ThreeHops(String name) {

    /// @param count what each node admits in a second
    String document(int count) {
        String budgets = "'budgets':[{'id':'b','count':%d,'timeMs':1000}]".formatted(count);
        return ("{'version':1,'nodes':{'a':{'ingress':true,%1$s},'b':{%1$s},'c':{'egress':'%2$s',%1$s}},"
                        + "'paths':[{'name':'main','nodes':['a','b','c']}]}")
                .formatted(budgets, egress());
    }

    String egress() {
        return "bench.%s.out".formatted(name);
    }

    /// Pushes one item after the other, so far apart, until `ends`.
    void trickle(URI brokerUrl, Duration apart, AtomicBoolean ends) {
        try (var broker = new Broker(brokerUrl)) {
            for (int i = 0; !ends.get(); i++) {
                broker.push("gate.bench.%s.a.ingress".formatted(name), "p" + i % 16, "{\"n\":%d}".formatted(i));
                LockSupport.parkNanos(apart.toNanos());
            }
        }
    }
}
