package queencell.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.Cell;
import queencell.WarByHand;
import queencell.dev.postgres.Databases;
import queencell.dev.postgres.PostgresAddress;

/// What a proxy does with the database that it finds at its start, in a process that nobody but Payara looks after
/// (control plane, 2.2; pipeline, 14.1).
class ProxyStartIT {

    private static final String UNKNOWN = """
            insert into queen_proxy.databasechangelog
              (id, author, filename, dateexecuted, orderexecuted, exectype, md5sum)
            values ('900-add-colour', 'queen_proxy', 'queen_proxy', now(), 900, 'EXECUTED', '9:x'),
                   ('function-paint', 'queen_proxy', 'queen_proxy', now(), 901, 'EXECUTED', '9:y')""";

    @TempDir
    Path folder;

    private static PostgresAddress newDatabase(Cell cell, String name) throws SQLException {
        execute(cell.pxdbAddress(), "drop database if exists " + name);
        execute(cell.pxdbAddress(), "create database " + name);
        return cell.pxdbAddress().database(name);
    }

    private static void execute(PostgresAddress database, String sql) throws SQLException {
        try (Connection connection = Databases.connect(database);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static String value(PostgresAddress database, String sql) throws SQLException {
        try (Connection connection = Databases.connect(database);
                var statement = connection.createStatement();
                var row = statement.executeQuery(sql)) {
            row.next();
            return row.getString(1);
        }
    }

    private WarByHand start(String name, PostgresAddress database, Map<String, String> more) throws IOException {
        var environment = new HashMap<>(database.variables("PXDB_", "DB"));
        environment.putAll(more);
        return WarByHand.proxy(Files.createDirectory(folder.resolve(name)), environment);
    }

    private WarByHand start(String name, PostgresAddress database) throws IOException {
        return start(name, database, Map.of());
    }

    @Test
    void two_first_starts_at_once_would_trip_over_each_other_and_a_newer_database_would_stop_a_rollback(Cell cell)
            throws Exception {
        PostgresAddress database = newDatabase(cell, "two_at_once");
        try (var first = start("first", database);
                var second = start("second", database)) {
            first.awaitServing();
            second.awaitServing();

            assertThat(value(database, "select count(*) from queen_proxy.plans"))
                    .isEqualTo("4");
            assertThat(value(
                            database,
                            "select count(*) - count(distinct (author, id)) from queen_proxy.databasechangelog"))
                    .isEqualTo("0");
            assertThat(first.events("schema_ahead")).isEmpty();
            assertThat(first.events("warm_up_failed")).isEmpty();
        }

        execute(database, UNKNOWN);
        try (var older = start("older", database)) {
            older.awaitServing();

            assertThat(older.events("schema_ahead"))
                    .singleElement()
                    .asString()
                    .contains("queen_proxy:900-add-colour, queen_proxy:function-paint");
        }
    }

    @Test
    void a_proxy_that_still_rehearses_would_be_sent_its_first_tenants(Cell cell) throws Exception {
        WarByHand proxy = start("rehearsing", cell.pxdbAddress(), Map.of("QUEEN_PROXY_WARM_UP_MS", "60000"));
        try (proxy) {
            proxy.await("/healthz", 200);
            proxy.await("/readyz", 503);
        }
        assertThat(proxy.text())
                .doesNotContain("warm_up_failed", "request_failed")
                .contains("queen-proxy down");
    }

    /// Each of these is legal, and each of them breaks a promise that nobody sees broken.
    @Test
    void a_proxy_that_cannot_keep_its_promises_would_start_without_a_word(Cell cell) throws Exception {
        // the cell that the others are on, who may come later, and one more
        cell.tenant();
        cell.tenant(plan -> plan.behind(cell.brokerUrl()));
        WarByHand proxy = start(
                "careless",
                cell.pxdbAddress(),
                Map.of(
                        "QUEEN_PROXY_TENANT_HEADER", "false",
                        "QUEEN_PROXY_CELL_MAX_PARKED", "1000000000",
                        "QUEEN_PROXY_ENFORCE", "True",
                        "QUEEN_PROXY_RECONCILE_MS", "1m",
                        "QUEEN_PROXY_ENFROCE", "true",
                        "LOG_LEVEL", "verbose"));
        try (proxy) {
            proxy.await("/healthz", 200);
            assertThat(String.join("\n", proxy.events("setting_doubtful")))
                    .contains("QUEEN_PROXY_ENFORCE is `True`", "QUEEN_PROXY_RECONCILE_MS is `1m`")
                    .contains("QUEEN_PROXY_ENFROCE is no known setting", "LOG_LEVEL is `verbose`");
            assertThat(proxy.events("cell_unnamed"))
                    .singleElement()
                    .asString()
                    .contains(" WARN config ", "QUEEN_PROXY_CELL");
            assertThat(proxy.events("tenant_header_off"))
                    .singleElement()
                    .asString()
                    .contains(" WARN config ", "QUEEN_PROXY_TENANT_HEADER");
            assertThat(proxy.events("descriptors_short"))
                    .singleElement()
                    .asString()
                    .contains(" WARN config ", "needed=2000001000", "QUEEN_PROXY_CELL_MAX_PARKED");
        }
        // the proxy of the suites is a careful one
        assertThat(Files.readString(cell.logs().resolve("proxy.log")))
                .contains("event=")
                .doesNotContain("cell_unnamed", "tenant_header_off", "operators_off");
    }

    @Test
    void a_proxy_without_the_change_set_that_failed_would_serve_wrongly(Cell cell) throws Exception {
        PostgresAddress database = newDatabase(cell, "in_the_way");
        execute(database, """
                create schema queen_proxy;
                create function queen_proxy.is_blank(p_text text) returns integer language sql as 'select 1'""");
        try (var proxy = start("failing", database)) {
            assertThat(proxy.awaitEnd()).as(proxy.text()).isEqualTo(1);
            assertThat(proxy.events("start_failed"))
                    .singleElement()
                    .asString()
                    .contains("queen_proxy:function-is_blank")
                    .contains("cannot change return type of existing function");
        }
    }

    @Test
    void the_cell_that_starts_such_a_proxy_must_say_the_same(Cell cell) throws Exception {
        PostgresAddress database = newDatabase(cell, "in_the_cells_way");
        execute(database, """
                create schema queen_proxy;
                create function queen_proxy.is_blank(p_text text) returns integer language sql as 'select 1'""");
        var variables = new HashMap<>(database.variables("PXDB_", "DB"));
        // the database's broker runs already
        variables.put("QUEEN_URL", cell.brokerUrl().toString());
        var line = new CommandLine(folder.resolve("state"), variables);

        CommandLine.Outcome up = line.cell("up", "--detach");

        assertThat(up.status()).as(up.toString()).isEqualTo(1);
        assertThat(up.errors()).contains("queen_proxy:function-is_blank").contains("cannot change return type");
        assertThat(line.cell("status").output()).doesNotContain("pid");
    }

    @Test
    void a_proxy_that_cannot_reach_its_database_would_refuse_every_tenant(Cell cell) throws Exception {
        int closed;
        try (var socket = new ServerSocket(0)) {
            closed = socket.getLocalPort();
        }
        PostgresAddress nobody = new PostgresAddress("127.0.0.1", closed, "postgres", "x", "queen_proxy", Map.of());
        try (var proxy = start("unreachable", nobody)) {
            assertThat(proxy.awaitEnd()).as(proxy.text()).isEqualTo(1);
            assertThat(proxy.events("start_failed"))
                    .singleElement()
                    .asString()
                    .contains("127.0.0.1:" + closed)
                    .contains("PXDB_HOST");
        }
        var line = new CommandLine(folder.resolve("state"), nobody.variables("PXDB_", "DB"));
        CommandLine.Outcome up = line.cell("up", "--detach");
        assertThat(up.status()).as(up.toString()).isEqualTo(1);
        assertThat(up.errors()).contains("127.0.0.1:" + closed).contains("PXDB_HOST");
    }

    @Test
    void an_address_that_a_script_left_empty_would_open_the_port_to_everybody(Cell cell) throws Exception {
        try (var proxy = start("nowhere", cell.pxdbAddress(), Map.of("QUEEN_PROXY_BIND_ADDR", ""))) {
            assertThat(proxy.awaitEnd()).as(proxy.text()).isEqualTo(1);
            assertThat(proxy.events("start_failed")).singleElement().asString().contains("QUEEN_PROXY_BIND_ADDR");
        }
    }

    /// Started by hand with one of the two files of boot commands.
    @Test
    void a_proxy_whose_port_payara_did_not_open_would_say_that_it_is_up(Cell cell) throws Exception {
        try (var proxy = start("unopened", cell.pxdbAddress(), Map.of("QUEEN_PROXY_LISTENER", "payara"))) {
            assertThat(proxy.awaitEnd()).as(proxy.text()).isEqualTo(1);
            assertThat(proxy.events("start_failed"))
                    .singleElement()
                    .asString()
                    .contains("payara-config/proxy-payara.asadmin");
        }
    }

    @Test
    void a_malformed_root_certificate_would_go_unnoticed_until_the_day_it_is_needed(Cell cell) throws Exception {
        try (var proxy = start("malformed", cell.pxdbAddress(), Map.of("PXDB_SSL_ROOT_CERT", "/etc/ssl/root.pem"))) {
            assertThat(proxy.awaitEnd()).as(proxy.text()).isEqualTo(1);
            assertThat(proxy.events("start_failed"))
                    .singleElement()
                    .asString()
                    .contains("PXDB_SSL_ROOT_CERT")
                    .contains("-----BEGIN CERTIFICATE-----");
        }
    }
}
