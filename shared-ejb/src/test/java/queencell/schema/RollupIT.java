package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Days out of minutes, pruning and the month's count (control plane, 13, 14.1 and acceptance group 9).
class RollupIT {

    private static final String DAYS =
            "SELECT concat_ws(' ', cluster_id, ((now() AT TIME ZONE 'UTC')::date - day), op_class,"
                    + " reqs, msgs, bytes_in, bytes_out) FROM queen_proxy.usage_days ORDER BY day, op_class";

    @RegisterExtension
    private final World world = new World();

    @Test
    void only_closed_days_may_be_rolled_up_and_twice_must_be_the_same_as_once() {
        minutes("one", 0, "00:00", "push", 1);
        minutes("one", 1, "23:59", "push", 2);
        minutes("one", 1, "00:00", "push", 3);
        minutes("one", 1, "00:00", "read", 4);
        minutes("one", 2, "23:59", "push", 5);

        assertThat(rollup("")).isEqualTo("3");
        var once = world.column(DAYS);
        assertThat(once).containsExactly("$one 2 push 1 5 7 8", "$one 1 push 2 5 14 16", "$one 1 read 1 4 7 8");

        assertThat(rollup("")).isEqualTo("3");
        assertThat(world.column(DAYS)).isEqualTo(once);
    }

    @Test
    void a_bound_must_leave_later_days_open() {
        minutes("one", 3, "12:00", "push", 1);
        minutes("one", 2, "12:00", "push", 1);
        assertThat(rollup("(now() AT TIME ZONE 'UTC')::date - 3")).isEqualTo("1");
        assertThat(rollup("(now() AT TIME ZONE 'UTC')::date + 5")).isEqualTo("2");
        assertThat(rollup("'-infinity'")).isEqualTo("0");
    }

    @Test
    void a_late_minute_must_correct_its_day() {
        minutes("one", 5, "12:00", "push", 1);
        rollup("");
        late("one", 5, 10);
        rollup("");
        assertThat(world.column(DAYS)).containsExactly("$one 5 push 2 11 7 8");
    }

    @Test
    void the_hourly_roll_up_must_read_two_days_and_those_with_a_note() {
        minutes("one", 1, "12:00", "push", 1);
        minutes("one", 2, "12:00", "push", 2);
        minutes("one", 3, "12:00", "push", 3);
        late("one", 9, 9);
        late("two", 2, 4);

        assertThat(rollup("NULL, false")).isEqualTo("4");
        assertThat(world.column(DAYS))
                .containsExactlyInAnyOrder(
                        "$one 9 push 1 9 0 0", "$one 2 push 1 2 7 8", "$two 2 push 1 4 0 0", "$one 1 push 1 1 7 8");
        assertThat(world.column("SELECT day FROM queen_proxy.usage_late_days")).isEmpty();

        assertThat(rollup("NULL, true")).isEqualTo("5");
    }

    @Test
    void a_note_must_stay_until_its_day_is_served() {
        late("one", 4, 9);
        assertThat(rollup("(now() AT TIME ZONE 'UTC')::date - 6, false")).isEqualTo("0");
        assertThat(world.column("SELECT day FROM queen_proxy.usage_late_days")).hasSize(1);
    }

    @Test
    void a_flush_for_a_pruned_day_must_not_replace_its_total() {
        minutes("one", 100, "12:00", "push", 50);
        rollup("");
        assertThat(prune("90")).isEqualTo("1");
        late("one", 100, 7);
        rollup("");
        assertThat(world.column(DAYS)).containsExactly("$one 100 push 1 50 7 8");
    }

    @Test
    void a_day_that_is_not_rolled_up_or_grew_since_must_never_be_pruned() {
        minutes("one", 100, "12:00", "push", 5);
        minutes("one", 99, "12:00", "push", 5);
        assertThat(prune("90")).isEqualTo("0");
        rollup("");
        minutes("one", 100, "13:00", "push", 1);
        minutes("one", 99, "13:00", "read", 1);
        assertThat(prune("90")).isEqualTo("1");
        assertThat(world.column("SELECT op_class || ' ' || msgs FROM queen_proxy.usage_minutes ORDER BY minute"))
                .containsExactly("push 5", "push 1", "read 1");
    }

    @Test
    void a_counter_that_alone_is_short_must_keep_its_minutes() {
        for (String counter : List.of("reqs", "msgs", "bytes_in", "bytes_out")) {
            minutes("one", 100, "12:00", "push", 5);
            rollup("");
            world.run("UPDATE queen_proxy.usage_days SET %1$s = %1$s - 1".formatted(counter));
            assertThat(prune("90")).as(counter).isEqualTo("0");
            world.run("TRUNCATE queen_proxy.usage_minutes, queen_proxy.usage_days");
        }
    }

    @Test
    void the_last_kept_day_must_be_kept_whole() {
        minutes("one", 90, "00:00", "push", 5);
        minutes("one", 91, "23:59", "push", 5);
        rollup("");
        assertThat(prune("90")).isEqualTo("1");
        assertThat(prune("2147483647")).isEqualTo("0");
        assertThat(prune("1")).isEqualTo("1");
    }

    @Test
    void flush_ids_must_outlive_the_minutes_they_guard() {
        world.run("INSERT INTO queen_proxy.usage_batches SELECT gen_random_uuid(), now() - interval '1 day' * n"
                + " FROM unnest(ARRAY[29, 31, 89, 91]) n");
        prune("90");
        assertThat(batches()).isEqualTo("3");
        prune("1");
        assertThat(batches()).isEqualTo("1");
    }

    private Object batches() {
        return world.value("SELECT count(*) FROM queen_proxy.usage_batches");
    }

    @Test
    void a_months_count_must_be_equal_before_the_roll_up_after_it_and_after_pruning() {
        // the server's day is not the UTC day
        var elsewhere = world.database().beginningWith("SET TIME ZONE 'Asia/Kolkata'");
        String count = world.resolve("SELECT queen_proxy.cluster_month_msgs($one, '%s')");
        world.run("INSERT INTO queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs) VALUES"
                + " ($one, '2026-02-28 23:59:00+00', 'push', 1), ($one, '2026-03-01 00:00:00+00', 'delivery', 20),"
                + " ($one, '2026-03-31 23:59:00+00', 'txn', 300), ($one, '2026-04-01 00:00:00+00', 'push', 4000),"
                + " ($two, '2026-03-05 00:00:00+00', 'push', 50000)");
        for (String step : List.of(
                "SELECT 1", "SELECT queen_proxy.rollup_usage_days()", "SELECT queen_proxy.prune_usage_minutes(1)")) {
            elsewhere.run(step);
            assertThat(elsewhere.count(count.formatted("2026-03-31"))).as(step).isEqualTo(320);
            assertThat(elsewhere.count(count.formatted("2026-03-01"))).as(step).isEqualTo(320);
            assertThat(elsewhere.count(count.formatted("2026-02-01"))).as(step).isEqualTo(1);
            assertThat(elsewhere.count(count.formatted("2026-04-30"))).as(step).isEqualTo(4000);
        }
        assertThat(world.value("SELECT count(*) FROM queen_proxy.usage_minutes"))
                .isEqualTo("0");
        assertThat(world.value("SELECT queen_proxy.cluster_month_msgs($nobody, '2026-03-01')"))
                .isEqualTo("0");
    }

    @Test
    void an_absurd_counter_must_not_end_the_roll_up_or_the_count() {
        long most = Long.MAX_VALUE;
        minutes("one", 100, "12:00", "push", most);
        minutes("one", 100, "13:00", "push", most);
        minutes("two", 100, "13:00", "push", 1);
        assertThat(rollup("")).isEqualTo("2");
        assertThat(world.value("SELECT queen_proxy.cluster_month_msgs($one, (now() AT TIME ZONE 'UTC')::date - 100)"))
                .isEqualTo(String.valueOf(most));
        assertThat(prune("90")).isEqualTo("3");
    }

    private String rollup(String arguments) {
        return world.call("rollup_usage_days(%s)".formatted(arguments)).result();
    }

    private String prune(String arguments) {
        return world.call("prune_usage_minutes(%s)".formatted(arguments)).result();
    }

    /// A row that the proxy wrote while that day was open.
    private void minutes(String cluster, int daysAgo, String time, String op, long msgs) {
        world.run(("INSERT INTO queen_proxy.usage_minutes VALUES ($%s,"
                        + " (((now() AT TIME ZONE 'UTC')::date - %d) + time '%s') AT TIME ZONE 'UTC', '%s', %d, 1, 7, 8)")
                .formatted(cluster, daysAgo, time, op, msgs));
    }

    /// A flush of today for a minute long past.
    private void late(String cluster, int daysAgo, long msgs) {
        world.call(
                ("record_usage(gen_random_uuid(), jsonb_build_array(jsonb_build_object('cluster_id', $%s::text, 'minute',"
                                + " floor(extract(epoch FROM (((now() AT TIME ZONE 'UTC')::date - %d) + time '12:00') AT TIME ZONE 'UTC') / 60),"
                                + " 'op', 'push', 'reqs', 1, 'msgs', %d, 'bytes_in', 0, 'bytes_out', 0)))")
                        .formatted(cluster, daysAgo, msgs));
    }
}
