package queencell.bench.gate;

import java.time.Duration;
import queencell.bench.load.Cpu;

/// CPU time of the three processes that share the work.
record Shares(Duration gate, Duration broker, Duration postgres) {

    /// @param pids in the same order
    static Shares now(long gate, long broker, long postgres) {
        return new Shares(Cpu.ofTree(gate), Cpu.ofTree(broker), Cpu.ofTree(postgres));
    }

    Shares since(Shares before) {
        return new Shares(gate.minus(before.gate), broker.minus(before.broker), postgres.minus(before.postgres));
    }

    /// Microseconds per item.
    String per(long items) {
        return "Gate %.1f, broker %.1f, PostgreSQL %.1f µs"
                .formatted(micros(gate, items), micros(broker, items), micros(postgres, items));
    }

    static double micros(Duration time, long items) {
        return time.toNanos() / 1e3 / Math.max(1, items);
    }
}
