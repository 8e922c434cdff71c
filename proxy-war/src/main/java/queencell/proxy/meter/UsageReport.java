package queencell.proxy.meter;

import java.time.Instant;
import java.time.YearMonth;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Sql;

/// Reads what a cluster has used (proxy console, 4.1 and 4.2). Blocks; needs a database.
public final class UsageReport {
    private final Databases databases;

    /// @param minute the first of the step
    public record Line(Instant minute, String op, long reqs, long msgs, long bytesIn, long bytesOut) {}

    /// Lines behind this one, in the order of [#since].
    public record After(Instant minute, String op) {}

    public UsageReport(Databases databases) {
        this.databases = databases;
    }

    /// Messages of all classes in a UTC month.
    public long messages(UUID cluster, YearMonth month) {
        return Sql.question(
                        databases.required(),
                        sql -> sql.first(
                                "select queen_proxy.cluster_month_msgs(?, ?::date) as msgs",
                                row -> row.number("msgs"),
                                cluster,
                                month.atDay(1).toString()))
                .orElse(0L);
    }

    /// Use since a moment, by step and class; a step without use has no line.
    ///
    /// @param stepMinutes how many minutes a line sums up; steps begin at midnight UTC
    /// @param most lines
    public List<Line> since(UUID cluster, Instant from, int stepMinutes, Optional<After> after, int most) {
        return Sql.question(
                databases.required(),
                sql -> sql.list(
                        """
                        select step, op_class, least(sum(reqs), most)::bigint as reqs,
                          least(sum(msgs), most)::bigint as msgs, least(sum(bytes_in), most)::bigint as bytes_in,
                          least(sum(bytes_out), most)::bigint as bytes_out
                        from (
                          select date_bin(make_interval(mins => ?), minute, timestamptz '1970-01-01 00:00:00+00') as step,
                            op_class, reqs, msgs, bytes_in, bytes_out
                          from queen_proxy.usage_minutes where cluster_id = ? and minute >= ?) by_step
                        -- one absurd counter must not end the answer
                        cross join (values (9223372036854775807)) bound (most)
                        where (step, op_class collate "C") > (?, ?)
                        group by step, op_class, most
                        order by step, op_class collate "C"
                        limit ?
                        """,
                        row -> new Line(
                                row.moment("step"),
                                row.text("op_class"),
                                row.number("reqs"),
                                row.number("msgs"),
                                row.number("bytes_in"),
                                row.number("bytes_out")),
                        stepMinutes,
                        cluster,
                        from,
                        after.map(After::minute).orElse(Instant.EPOCH),
                        after.map(After::op).orElse(""),
                        most));
    }
}
