package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import liquibase.analytics.configuration.AnalyticsArgs;
import liquibase.resource.ClassLoaderResourceAccessor;
import org.junit.jupiter.api.Test;

/// What a start does with the database it finds (control plane, 2.2 and acceptance group 1).
class SchemaUpdateIT {

    private static final String LOCK_TABLE = "queen_proxy.databasechangeloglock";

    @Test
    void a_second_start_must_apply_nothing() {
        var database = TestDatabase.empty();
        var update = SchemaUpdate.of("queen_proxy", database);

        SchemaStatus before = update.status();
        assertThat(before.upToDate()).isFalse();
        assertThat(database.count("SELECT count(*) FROM pg_namespace WHERE nspname = 'queen_proxy'"))
                .isZero();

        SchemaOutcome first = update.apply();
        assertThat(first.applied()).isEqualTo(before.pending());
        assertThat(first.applied()).contains("queen_proxy:080-create-api-keys", "queen_proxy:function-revoke_api_key");
        assertThat(first.unknown()).isEmpty();
        assertThat(first.adopted()).isEmpty();

        assertThat(update.status().pending()).isEmpty();
        assertThat(update.apply()).isEqualTo(nothing());
    }

    private static SchemaOutcome nothing() {
        return new SchemaOutcome("queen_proxy", List.of(), List.of(), List.of());
    }

    @Test
    void two_first_starts_at_once_must_both_succeed() throws Exception {
        var database = TestDatabase.empty();
        var together = new CyclicBarrier(3);
        Callable<SchemaOutcome> start = () -> {
            together.await();
            return SchemaUpdate.of("queen_proxy", database).apply();
        };
        var starts = new ArrayList<Future<SchemaOutcome>>();
        try (var threads = Executors.newFixedThreadPool(3)) {
            for (int process = 0; process < 3; process++) {
                starts.add(threads.submit(start));
            }
        }
        int workers = 0;
        for (Future<SchemaOutcome> outcome : starts) {
            workers += outcome.get().applied().isEmpty() ? 0 : 1;
        }
        assertThat(workers).isEqualTo(1);
        assertThat(database.count("SELECT count(*) FROM queen_proxy.plans")).isEqualTo(4);
    }

    @Test
    void a_lock_of_a_dead_process_must_be_named_with_host_moment_and_remedy() {
        var database = TestDatabase.withSchema();
        database.run("UPDATE %s SET locked = true, lockedby = 'cell-7 (10.0.0.7)', lockgranted = '2026-01-02 03:04:05'"
                .formatted(LOCK_TABLE));
        // something to do: with nothing to do no lock is asked for
        database.run("DELETE FROM queen_proxy.databasechangelog WHERE id = 'function-is_blank'");

        var update = SchemaUpdate.of("queen_proxy", database).waitingForLock(Duration.ofMillis(300));
        assertThatThrownBy(update::apply)
                .isInstanceOf(SchemaUpdateException.class)
                .hasMessageMatching(
                        "schema queen_proxy: the update lock is still held by cell-7 \\(10\\.0\\.0\\.7\\) since"
                                + " 2026-01-0\\dT\\d\\d:\\d\\d:05Z after 0\\.3 s; if that process is gone, free it with UPDATE "
                                + "queen_proxy\\.databasechangeloglock SET locked = false, lockgranted = NULL, lockedby = NULL, then start again");

        database.run("UPDATE %s SET locked = false, lockgranted = NULL, lockedby = NULL".formatted(LOCK_TABLE));
        assertThat(update.apply().applied()).containsExactly("queen_proxy:function-is_blank");
    }

    @Test
    void a_start_must_wait_for_one_that_is_still_at_work() throws Exception {
        var database = TestDatabase.withSchema();
        database.run("UPDATE %s SET locked = true, lockedby = 'other', lockgranted = now()".formatted(LOCK_TABLE));
        database.run("DELETE FROM queen_proxy.databasechangelog WHERE id = 'function-is_blank'");
        try (var thread = Executors.newSingleThreadExecutor()) {
            Future<SchemaOutcome> waiting =
                    thread.submit(() -> SchemaUpdate.of("queen_proxy", database).apply());
            database.run("UPDATE %s SET locked = false, lockgranted = NULL, lockedby = NULL".formatted(LOCK_TABLE));
            assertThat(waiting.get().applied()).containsExactly("queen_proxy:function-is_blank");
        }
    }

    @Test
    void a_database_one_version_ahead_must_start_with_one_warning_and_keep_its_functions() {
        var database = TestDatabase.withSchema();
        database.run(
                "INSERT INTO queen_proxy.databasechangelog (id, author, filename, dateexecuted, orderexecuted, exectype, md5sum)"
                        + " VALUES ('900-add-colour', 'queen_proxy', 'queen_proxy', now(), 900, 'EXECUTED', '9:x'),"
                        + " ('function-paint', 'queen_proxy', 'queen_proxy', now(), 901, 'EXECUTED', '9:y');"
                        + " UPDATE queen_proxy.databasechangelog SET md5sum = '9:newer' WHERE id = 'function-is_blank'");

        SchemaOutcome outcome = SchemaUpdate.of("queen_proxy", database).apply();

        assertThat(outcome.applied()).isEmpty();
        assertThat(outcome.unknown()).containsExactly("queen_proxy:900-add-colour", "queen_proxy:function-paint");
        assertThat(outcome.warning())
                .contains("schema queen_proxy is ahead of this release: it holds queen_proxy:900-add-colour,"
                        + " queen_proxy:function-paint, unknown here; functions already there are left as they are");
        assertThat(nothing().warning()).isEmpty();
    }

    @Test
    void a_database_that_is_ahead_but_lacks_something_must_get_only_that() {
        var database = TestDatabase.withSchema();
        database.run(
                "INSERT INTO queen_proxy.databasechangelog (id, author, filename, dateexecuted, orderexecuted, exectype, md5sum)"
                        + " VALUES ('900-add-colour', 'queen_proxy', 'queen_proxy', now(), 900, 'EXECUTED', '9:x');"
                        + " UPDATE queen_proxy.databasechangelog SET md5sum = '9:newer' WHERE id = 'function-is_blank';"
                        + " DELETE FROM queen_proxy.databasechangelog WHERE id = 'function-is_bcrypt'");
        assertThat(SchemaUpdate.of("queen_proxy", database).apply().applied())
                .containsExactly("queen_proxy:function-is_bcrypt");
        assertThat(database.text("SELECT md5sum FROM queen_proxy.databasechangelog WHERE id = 'function-is_blank'"))
                .isEqualTo("9:newer");
    }

    @Test
    void a_function_that_changed_must_be_replaced() {
        var database = TestDatabase.withSchema();
        database.run(
                "CREATE OR REPLACE FUNCTION queen_proxy.is_blank(p_text text) RETURNS boolean LANGUAGE sql AS 'SELECT true';"
                        + " UPDATE queen_proxy.databasechangelog SET md5sum = '9:00000000000000000000000000000000' WHERE id = 'function-is_blank'");
        assertThat(SchemaUpdate.of("queen_proxy", database).apply().applied())
                .containsExactly("queen_proxy:function-is_blank");
        assertThat(database.value("SELECT queen_proxy.is_blank('x')")).isEqualTo(false);
    }

    @Test
    void a_structural_change_set_that_was_edited_must_stop_the_start() {
        var database = TestDatabase.withSchema();
        database.run("UPDATE queen_proxy.databasechangelog SET md5sum = '9:00000000000000000000000000000000'"
                + " WHERE id = '080-create-api-keys'");
        assertThatThrownBy(() -> SchemaUpdate.of("queen_proxy", database).apply())
                .isInstanceOf(SchemaUpdateException.class)
                .hasMessageContaining("queen_proxy::080-create-api-keys::queen_proxy")
                .hasMessageContaining("9:00000000000000000000000000000000");
    }

    @Test
    void a_change_set_that_fails_must_be_named_with_postgresqls_text_and_leave_nothing() {
        var database = TestDatabase.empty();
        var update = SchemaUpdate.of("broken", database);
        for (int time = 0; time < 2; time++) {
            assertThatThrownBy(update::apply)
                    .isInstanceOf(SchemaUpdateException.class)
                    .hasMessageStartingWith(
                            "schema broken: change set broken:002-create-bad failed, nothing of it is kept:"
                                    + " ERROR: type \"nonsense\" does not exist")
                    .hasMessageNotContaining("\n");
        }
        assertThat(update.status().pending()).containsExactly("broken:002-create-bad");
        assertThat(database.value("SELECT to_regclass('broken.half')")).isNull();
        assertThat(database.value("SELECT to_regclass('broken.good')")).isNotNull();
        // the lock is free for the next start
        assertThat(database.value("SELECT locked FROM broken.databasechangeloglock"))
                .isEqualTo(false);
    }

    @Test
    void a_database_that_cannot_be_reached_must_be_spoken_of_in_one_line() {
        var update = SchemaUpdate.of("queen_proxy", () -> {
            throw new SQLException("Connection to db:5432 refused.\nCheck the host name.");
        });
        assertThatThrownBy(update::apply)
                .isInstanceOf(SchemaUpdateException.class)
                .hasMessage(
                        "schema queen_proxy: cannot be brought up to date: Connection to db:5432 refused. Check the host name.");
    }

    @Test
    void a_schema_name_that_is_sql_must_be_refused() {
        assertThatThrownBy(() -> SchemaUpdate.of("x; DROP", TestDatabase.empty()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("schema `x; DROP`: give a plain lower-case name such as queen_proxy");
    }

    @Test
    void a_pooled_connection_must_come_back_as_it_was_lent() throws SQLException {
        var database = TestDatabase.empty();
        var lent = new ArrayList<Connection>();
        SchemaUpdate.of("queen_proxy", () -> {
                    Connection connection = database.open();
                    lent.add(connection);
                    return unclosable(connection);
                })
                .apply();

        assertThat(lent).hasSizeGreaterThan(2);
        for (Connection connection : lent) {
            assertThat(connection.getAutoCommit()).isTrue();
            assertThat(TestDatabase.rows(connection, "SHOW search_path"))
                    .containsExactly(Map.of("search_path", "\"$user\", public"));
            assertThat(TestDatabase.rows(connection, "SHOW lock_timeout")).containsExactly(Map.of("lock_timeout", "0"));
            connection.close();
        }
    }

    /// As a pool lends it: closing gives it back and closes nothing.
    private static Connection unclosable(Connection connection) {
        return (Connection) Proxy.newProxyInstance(
                SchemaUpdateIT.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (proxy, method, arguments) -> {
                    try {
                        return method.getName().equals("close") ? null : method.invoke(connection, arguments);
                    } catch (InvocationTargetException failure) {
                        throw failure.getCause();
                    }
                });
    }

    @Test
    void no_use_may_be_reported_to_anybody() throws Exception {
        boolean enabled =
                QuietLiquibase.call(new ClassLoaderResourceAccessor(), () -> AnalyticsArgs.ENABLED.getCurrentValue());
        assertThat(enabled).isFalse();
    }

    @Test
    void nothing_may_be_printed() {
        var database = TestDatabase.empty();
        var printed = new ByteArrayOutputStream();
        PrintStream out = System.out;
        PrintStream err = System.err;
        var capture = new PrintStream(printed, true, StandardCharsets.UTF_8);
        System.setOut(capture);
        System.setErr(capture);
        try {
            SchemaUpdate.of("queen_proxy", database).apply();
        } finally {
            System.setOut(out);
            System.setErr(err);
        }
        assertThat(printed.toString(StandardCharsets.UTF_8)).isEmpty();
    }
}
