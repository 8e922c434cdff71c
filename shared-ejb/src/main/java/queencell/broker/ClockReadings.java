package queencell.broker;

import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.List;

/// Finds the broker's time in its answers.
final class ClockReadings {

    private ClockReadings() {}

    /// A row that this very call wrote carries the database's time of the call.
    static void fromRows(BrokerClock clock, KvAnswer.Done done, Instant sent, Instant received) {
        for (KvResult result : done.results()) {
            if (result instanceof KvResult.Rows read) {
                read.rows().stream()
                        .filter(row -> writtenNow(done.results(), row))
                        .findFirst()
                        .flatMap(KvRow::updatedAt)
                        .ifPresent(stamp -> clock.observed(stamp.toInstant(), sent, received));
            }
        }
    }

    private static boolean writtenNow(List<KvResult> results, KvRow row) {
        for (KvResult result : results) {
            if (result instanceof IncrResult.Applied applied && applied.key().equals(row.key())) {
                return applied.version() == row.version();
            }
        }
        return false;
    }

    /// `Date` has whole seconds and is the clock of the broker's machine, not of its database: it counts only
    /// as long as nothing finer is known.
    static void fromDate(BrokerClock clock, RawAnswer answer, Instant sent, Instant received) {
        if (answer.date().isEmpty() || clock.uncertainty().toMillis() < 1000) {
            return;
        }
        try {
            Instant second = ZonedDateTime.parse(answer.date(), DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            clock.observedSecond(second, sent, received);
        } catch (DateTimeParseException noDate) {
            // the estimate waits for the next answer
            return;
        }
    }
}
