package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import queencell.schema.World.Effect;

/// Flushes of metered use (control plane, 6.6, 11.4 and acceptance group 7).
class UsageIT {

    @RegisterExtension
    private final World world = new World();

    @Test
    void a_flush_repeated_after_a_lost_acknowledgement_must_count_once() {
        world.name("batch", UUID.randomUUID());
        String flush = "record_usage($batch, %s)".formatted(rows(row("one", minute(), "push", 3)));
        Effect first = world.call(flush);
        assertThat(first.result()).isEqualTo("{\"stored\": 1, \"applied\": true, \"dropped\": 0}");
        assertThat(first.operations()).isEmpty();
        assertThat(first.notifications()).isEmpty();

        assertThat(world.call(flush).result()).isEqualTo("{\"stored\": 0, \"applied\": false, \"dropped\": 0}");
        assertThat(stored()).isEqualTo("push 1 3 10 20");
    }

    @Test
    void a_cluster_that_is_gone_must_not_keep_the_others_from_being_stored() {
        assertThat(flush(
                        row("nobody", minute(), "push", 9),
                        row("one", minute(), "push", 3),
                        row("nobody", minute(), "read", 9)))
                .isEqualTo("{\"stored\": 1, \"applied\": true, \"dropped\": 2}");
        assertThat(stored()).isEqualTo("push 1 3 10 20");
    }

    @Test
    void rows_with_one_key_must_be_added_within_and_across_flushes() {
        assertThat(flush(row("one", minute(), "txn", 3), row("one", minute(), "txn", 4)))
                .isEqualTo("{\"stored\": 2, \"applied\": true, \"dropped\": 0}");
        flush(row("one", minute(), "txn", 5));
        assertThat(stored()).isEqualTo("txn 3 12 30 60");
    }

    @Test
    void an_absurd_counter_must_stop_at_the_largest_bigint() {
        long most = Long.MAX_VALUE;
        flush(row("one", minute(), "push", most), row("one", minute(), "push", most));
        flush(row("one", minute(), "push", most));
        assertThat(stored()).isEqualTo("push 3 " + most + " 30 60");
    }

    @Test
    void a_minute_must_mean_the_same_whatever_the_sessions_time_zone() {
        long utc = Instant.parse("2026-10-31T23:59:00Z").getEpochSecond() / 60;
        world.database()
                .beginningWith("SET TIME ZONE 'Pacific/Kiritimati'")
                .run(world.resolve("SELECT queen_proxy.record_usage(gen_random_uuid(), %s)"
                        .formatted(rows(row("one", utc, "push", 1)))));
        assertThat(world.value("SELECT minute = '2026-10-31 23:59:00+00' FROM queen_proxy.usage_minutes"))
                .isEqualTo("true");
    }

    @Test
    void whole_numbers_in_any_spelling_must_be_taken_and_keys_of_later_releases_ignored() {
        world.call(
                "record_usage(gen_random_uuid(), jsonb_build_array(jsonb_build_object('cluster_id', upper($one::text),"
                        + " 'minute', 29000000.0, 'op', 'push', 'reqs', 1e0, 'msgs', 3.00, 'bytes_in', 10, 'bytes_out', 20, 'later', 'x')))");
        assertThat(stored()).isEqualTo("push 1 3 10 20");
    }

    @Test
    void an_empty_flush_must_be_remembered_too() {
        world.name("batch", UUID.randomUUID());
        assertThat(world.call("record_usage($batch, '[]')").result())
                .isEqualTo("{\"stored\": 0, \"applied\": true, \"dropped\": 0}");
        assertThat(world.call("record_usage($batch, '[]')").result()).contains("\"applied\": false");
    }

    @Test
    void a_full_flush_must_be_taken_as_a_whole() {
        String full = IntStream.range(0, 5000)
                .mapToObj(n -> row("one", minute() - n, "read", 1))
                .collect(Collectors.joining(", "));
        assertThat(flush(full)).isEqualTo("{\"stored\": 5000, \"applied\": true, \"dropped\": 0}");
        assertThat(world.value("SELECT count(*) FROM queen_proxy.usage_minutes"))
                .isEqualTo("5000");
    }

    @Test
    void only_days_older_than_yesterday_may_be_noted_as_late() {
        LocalDate today = LocalDate.ofInstant(now(), ZoneOffset.UTC);
        long midnight = today.atStartOfDay(ZoneOffset.UTC).toEpochSecond() / 60;
        flush(
                row("one", midnight, "push", 1),
                row("one", midnight - 1440, "push", 1),
                row("one", midnight - 1441, "push", 1),
                row("one", midnight - 1441, "read", 1),
                row("two", midnight - 5000, "push", 1),
                row("nobody", midnight - 5000, "push", 1));
        flush(row("one", midnight - 1441, "push", 1));
        assertThat(world.column("SELECT cluster_id || ' ' || day FROM queen_proxy.usage_late_days ORDER BY day"))
                .containsExactly("$two " + today.minusDays(4), "$one " + today.minusDays(2));
    }

    private String flush(String... rows) {
        return world.call("record_usage(gen_random_uuid(), %s)".formatted(rows(rows)))
                .result();
    }

    private Object stored() {
        return world.value(
                "SELECT concat_ws(' ', op_class, reqs, msgs, bytes_in, bytes_out) FROM queen_proxy.usage_minutes");
    }

    private Instant now() {
        return Instant.ofEpochSecond(world.database().count("SELECT floor(extract(epoch FROM now()))::bigint"));
    }

    private static long minute() {
        return 29_000_000;
    }

    private String rows(String... rows) {
        return "'[" + String.join(", ", rows) + "]'";
    }

    private String row(String cluster, long minute, String op, long msgs) {
        return ("{\"cluster_id\": \"%s\", \"minute\": %d, \"op\": \"%s\", \"reqs\": 1, \"msgs\": %d, \"bytes_in\": 10,"
                        + " \"bytes_out\": 20}")
                .formatted(world.id(cluster), minute, op, msgs);
    }
}
