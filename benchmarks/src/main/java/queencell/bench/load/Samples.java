package queencell.bench.load;

import java.util.Arrays;

/// Times of one kind of request, in milliseconds. One thread.
final class Samples {
    private final double[] millis;
    private int count;

    Samples(int most) {
        millis = new double[most];
    }

    void add(long nanos) {
        millis[count++] = nanos / 1e6;
    }

    double median() {
        return quantile(0.5);
    }

    /// How far the middle half of the samples lies apart.
    double spread() {
        return quantile(0.75) - quantile(0.25);
    }

    /// @param part 0 to 1
    double quantile(double part) {
        double[] sorted = Arrays.copyOf(millis, count);
        Arrays.sort(sorted);
        return sorted[(int) Math.min(count - 1L, Math.round(part * (count - 1)))];
    }
}
