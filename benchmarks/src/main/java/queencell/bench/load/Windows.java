package queencell.bench.load;

import java.time.Duration;
import picocli.CommandLine.Option;

/// The options of a comparison in windows, one after the other.
final class Windows {
    @Option(names = "--seconds", description = "length of one window")
    private int seconds = 8;

    @Option(names = "--rounds", description = "windows of each kind; the median counts")
    private int rounds;

    /// @param rounds unless the command line says otherwise
    Windows(int rounds) {
        this.rounds = rounds;
    }

    Duration length() {
        return Duration.ofSeconds(seconds);
    }

    int rounds() {
        return rounds;
    }
}
