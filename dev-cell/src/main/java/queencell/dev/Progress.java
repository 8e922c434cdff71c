package queencell.dev;

import java.io.PrintStream;

/// What a person reads while a cell starts or stops. Called from several threads.
public interface Progress {

    /// One step began or ended, as a short sentence without a full stop.
    void step(String sentence);

    /// Says nothing.
    static Progress silent() {
        return sentence -> {};
    }

    /// Plain lines, each with the seconds since the first one.
    static Progress lines(PrintStream out) {
        long begunNanos = System.nanoTime();
        return sentence -> {
            double seconds = (System.nanoTime() - begunNanos) / 1e9;
            out.printf(java.util.Locale.ROOT, "%6.1f s  %s%n", seconds, sentence);
            out.flush();
        };
    }
}
