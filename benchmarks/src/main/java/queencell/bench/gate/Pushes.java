package queencell.bench.gate;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/// What the front door takes from callers that push one item after the other, beside what the broker takes from as
/// many callers without Gate (runtime, 22.2).
final class Pushes {
    private static final int CALLERS = 32;
    private static final int PARTITIONS = 64;
    /// The compilers share the cores with the pushes, and have work for most of a minute.
    private static final Duration WARM = Duration.ofSeconds(60);
    private static final Duration WARM_DIRECT = Duration.ofSeconds(4);

    private static final String DOCUMENT =
            "{'version':1,'nodes':{'a':{'ingress':true,'egress':'bench.%1$s.out','budgets':[{'id':'b','count':1000,'timeMs':1000}]}},'paths':[{'name':'main','nodes':['a']}]}";

    private final Place place;
    private final Duration window;
    private final int rounds;
    private final String name = "push-" + Long.toString(System.currentTimeMillis(), 36);

    Pushes(Place place, int seconds, int rounds) {
        this.place = place;
        this.rounds = rounds;
        this.window = Duration.ofSeconds(seconds);
    }

    private record Rate(long count, double perSecond, Shares cpu) {}

    /// Pushes one item.
    @FunctionalInterface
    private interface Push {
        void push(String payload, String partition);
    }

    private interface Door extends AutoCloseable, Push {
        @Override
        void close();
    }

    @FunctionalInterface
    private interface Doors {
        Door open();
    }

    void run(Table table) throws InterruptedException {
        try (var gate = new Gate(place.gateUrl(), place.gateCell());
                var broker = new Broker(place.brokerUrl())) {
            gate.declare(name, DOCUMENT.formatted(name));
            gate.post(Gate.graph(name) + "/nodes/a/backoff", "{\"retryAfterSeconds\":3600}");
            Rate direct = measure(WARM_DIRECT, this::direct);
            Rate through = measure(WARM, this::gate);
            gate.delete(name);
            broker.delete("direct-" + name);
            table.note(
                    "push, %d callers, without Gate".formatted(CALLERS),
                    "%.0f/s; per push %s"
                            .formatted(direct.perSecond(), direct.cpu().per(direct.count())));
            table.row(
                    "push, %d in flight, stage held".formatted(CALLERS),
                    "3600/s; 150 µs",
                    "%.0f/s, %.2f of what the broker takes; per push %s"
                            .formatted(
                                    through.perSecond(),
                                    through.perSecond() / direct.perSecond(),
                                    through.cpu().per(through.count())),
                    through.perSecond() >= 3600 && Shares.micros(through.cpu().gate(), through.count()) <= 150);
        }
    }

    private Rate measure(Duration warm, Doors doors) throws InterruptedException {
        var pushed = new AtomicLong();
        var ends = new AtomicBoolean();
        List<Thread> callers = new ArrayList<>();
        for (int i = 0; i < CALLERS; i++) {
            int caller = i;
            callers.add(Thread.ofPlatform().start(() -> call(caller, doors, pushed, ends)));
        }
        Thread.sleep(warm);
        List<Rate> windows = new ArrayList<>();
        for (int i = 0; i < rounds; i++) {
            windows.add(window(pushed));
        }
        ends.set(true);
        for (Thread each : callers) {
            each.join();
        }
        windows.sort(Comparator.comparingDouble(Rate::perSecond));
        return windows.get(rounds / 2);
    }

    private Rate window(AtomicLong pushed) throws InterruptedException {
        long from = pushed.get();
        Shares before = place.shares();
        long begun = System.nanoTime();
        Thread.sleep(window);
        long count = pushed.get() - from;
        double perSecond = count / ((System.nanoTime() - begun) / 1e9);
        return new Rate(count, perSecond, place.shares().since(before));
    }

    private static void call(int caller, Doors doors, AtomicLong pushed, AtomicBoolean ends) {
        try (Door door = doors.open()) {
            for (int i = 0; !ends.get(); i++) {
                door.push(
                        "{\"n\":%d,\"note\":\"xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx\"}".formatted(i),
                        "p" + (caller * 7 + i) % PARTITIONS);
                pushed.incrementAndGet();
            }
        }
    }

    private Door gate() {
        var gate = new Gate(place.gateUrl(), place.gateCell());
        return new Door() {
            @Override
            public void push(String payload, String partition) {
                gate.post(
                        Gate.graph(name) + "/nodes/a/push",
                        "{\"payload\":%s,\"partition\":\"%s\"}".formatted(payload, partition));
            }

            @Override
            public void close() {
                gate.close();
            }
        };
    }

    private Door direct() {
        var broker = new Broker(place.brokerUrl());
        return new Door() {
            @Override
            public void push(String payload, String partition) {
                broker.push("direct-" + name, partition, payload);
            }

            @Override
            public void close() {
                broker.close();
            }
        };
    }
}
