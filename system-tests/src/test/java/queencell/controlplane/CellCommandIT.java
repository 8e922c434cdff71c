package queencell.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.Cell;
import queencell.dev.postgres.Databases;
import queencell.http.Answer;
import queencell.http.Request;

/// The commands of `./cell` that concern schema and data, as a person calls them.
class CellCommandIT {

    @TempDir
    Path folder;

    private CommandLine line;

    @AfterEach
    void stop() {
        // also after a failure: a detached cell would outlive the tests
        line.cell("stop");
    }

    @Test
    void an_operator_must_be_able_to_bring_a_schema_up_to_date_before_any_proxy_starts(Cell cell) throws Exception {
        try (var connection = cell.pxdb();
                var statement = connection.createStatement()) {
            statement.execute("drop database if exists by_hand");
            statement.execute("create database by_hand");
        }
        var database = cell.pxdbAddress().database("by_hand");
        line = new CommandLine(folder.resolve("state"), database.variables("PXDB_", "DB"));

        CommandLine.Outcome before = line.cell("schema", "status");
        assertThat(before.status()).as(before.toString()).isEqualTo(3);
        assertThat(before.output()).contains("queen_proxy:080-create-api-keys").contains("run ./cell schema apply");

        CommandLine.Outcome applied = line.cell("schema", "apply").mustSucceed();
        assertThat(applied.output())
                .contains("queen_proxy:function-revoke_api_key")
                .contains("by_hand is up to date");

        CommandLine.Outcome after = line.cell("schema", "status").mustSucceed();
        assertThat(after.output()).isEqualTo("Schema queen_proxy in %s is up to date.%n".formatted(database));
        assertThat(line.cell("schema", "apply").mustSucceed().output()).contains("was up to date already");
        try (var connection = Databases.connect(database);
                var statement = connection.createStatement();
                var row = statement.executeQuery("select count(*) from queen_proxy.plans")) {
            row.next();
            assertThat(row.getInt(1)).isEqualTo(4);
        }
    }

    @Test
    void a_database_that_is_not_there_must_be_named(Cell cell) {
        var variables = new HashMap<>(cell.pxdbAddress().database("not_there").variables("PXDB_", "DB"));
        line = new CommandLine(folder.resolve("state"), variables);
        CommandLine.Outcome refused = line.cell("schema", "apply");
        assertThat(refused.status()).isEqualTo(1);
        assertThat(refused.errors()).contains("not_there");

        line = new CommandLine(folder.resolve("state"), Map.of());
        CommandLine.Outcome nowhere = line.cell("schema", "status");
        assertThat(nowhere.status()).isEqualTo(1);
        assertThat(nowhere.errors()).contains("set PXDB_HOST").contains("./cell up");
    }

    @Test
    void a_fresh_cell_must_serve_the_development_tenant(Cell cell) throws Exception {
        try (var connection = cell.pxdb();
                var statement = connection.createStatement()) {
            statement.execute("drop database if exists fresh");
        }
        var variables = new HashMap<>(cell.pxdbAddress().database("fresh").variables("PXDB_", "DB"));
        variables.put("QUEEN_URL", cell.brokerUrl().toString());
        line = new CommandLine(folder.resolve("state"), variables);

        String said = line.cell("up", "--detach").mustSucceed().output();
        assertThat(said).contains("Host: dev.localhost").contains("qk_dev_").contains("dev@localhost");
        URI proxy = URI.create(said.lines()
                .filter(text -> text.startsWith("proxy  "))
                .findFirst()
                .orElseThrow()
                .replaceFirst("proxy +", ""));
        Answer push = Request.to(proxy, "POST", "/api/v1/push")
                .host("dev.localhost")
                .bearer("qk_dev_devdevdevdevdevdevdevdevdevdevdevdevdev")
                .json("{\"items\": [{\"queue\": \"orders\", \"payload\": 1}]}")
                .send();
        assertThat(push.status()).as(push.toString()).isEqualTo(201);

        // sql runs as the owner of the schema, who may call every function
        assertThat(line.cell(
                                "sql",
                                "--values",
                                "select current_user = pg_get_userbyid(nspowner) from pg_namespace"
                                        + " where nspname = 'queen_proxy'")
                        .mustSucceed()
                        .output())
                .isEqualTo("t\n");
        assertThat(line.cell("sql", "--values", "select base_url from queen_proxy.cells where slug = ?", "local")
                        .mustSucceed()
                        .output())
                .isEqualTo(cell.brokerUrl() + "\n");
        assertThat(line.cell("sql", "--values", "select 'a?b', null, 1")
                        .mustSucceed()
                        .output())
                .isEqualTo("a?b\t\t1\n");
        assertThat(line.cell("schema", "status").mustSucceed().output()).contains("is up to date");
        CommandLine.Outcome warned = line.cell(
                        "sql",
                        "--values",
                        "select queen_proxy.bootstrap_tenant('w', 'W', 'w', 'free', id, 'a@w.example') ->> 'can_login'"
                                + " from queen_proxy.cells")
                .mustSucceed();
        assertThat(warned.output()).isEqualTo("false\n");
        assertThat(warned.errors()).contains("a@w.example");
    }
}
