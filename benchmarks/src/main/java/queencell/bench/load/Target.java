package queencell.bench.load;

import queencell.bench.load.Comparison.Figures;
import queencell.bench.load.Comparison.Kind;
import queencell.bench.load.Comparison.Outcome;

/// What one column of the table is held to: two cores, shared with load generator and stand-in.
///
/// @param cpuMicros of the proxy per answer, at most
/// @param ofNginx of nginx's throughput, at least
/// @param p99 against nginx's, at most
record Target(double cpuMicros, double ofNginx, Latency p99) {

    /// How the slowest hundredth may compare with nginx's.
    sealed interface Latency {
        record Plus(double millis) implements Latency {
            @Override
            public String toString() {
                return "+ %.0f ms".formatted(millis);
            }
        }

        record Times(double factor) implements Latency {
            @Override
            public String toString() {
                return "x %.1f".formatted(factor);
            }
        }
    }

    boolean cpuMet(Outcome outcome) {
        return outcome.of(Kind.PROXY).cpuMicros() <= cpuMicros;
    }

    boolean throughputMet(Outcome outcome) {
        return ratio(outcome) >= ofNginx;
    }

    boolean latencyMet(Outcome outcome) {
        double proxy = outcome.of(Kind.PROXY).p99Millis();
        double nginx = outcome.of(Kind.NGINX).p99Millis();
        return switch (p99) {
            case Latency.Plus plus -> proxy <= nginx + plus.millis();
            case Latency.Times times -> proxy <= nginx * times.factor();
        };
    }

    /// How the latency compares, in the words of the target.
    String latency(Outcome outcome) {
        double proxy = outcome.of(Kind.PROXY).p99Millis();
        double nginx = outcome.of(Kind.NGINX).p99Millis();
        return switch (p99) {
            case Latency.Plus _ -> "%+.1f ms".formatted(proxy - nginx);
            case Latency.Times _ -> "x %.1f".formatted(proxy / nginx);
        };
    }

    static double ratio(Outcome outcome) {
        return outcome.of(Kind.PROXY).perSecond() / outcome.of(Kind.NGINX).perSecond();
    }

    /// Whether the run says anything: where nginx is held up itself, nothing is compared.
    static boolean counts(Outcome outcome) {
        Figures nginx = outcome.of(Kind.NGINX);
        return nginx.perSecond() >= 0.30 * outcome.of(Kind.DIRECT).perSecond();
    }
}
