package queencell.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.UUID;
import queencell.Cell;
import queencell.http.Answer;
import queencell.http.Request;

/// A tenant with one cluster and one key of all scopes, made over SQL, and what it says to the proxy.
///
/// @param slug of the tenant and of its cluster
record OneTenant(Cell cell, String slug, UUID id, UUID cluster, String key) {

    static OneTenant make(Cell cell, String plan) throws SQLException {
        String slug = "t-" + UUID.randomUUID().toString().substring(0, 13);
        run(
                cell,
                "insert into queen_proxy.cells (slug, region, base_url, class) values ('local', 'here', ?, 'shared')"
                        + " on conflict (slug) do update set base_url = excluded.base_url returning slug",
                cell.brokerUrl().toString());
        String[] made = run(cell, """
                        select concat_ws(' ', j ->> 'tenant_id', j ->> 'cluster_id', j ->> 'api_key')
                        from (select queen_proxy.bootstrap_tenant(?, 'Tenant', ?, ?, c.id, ?) j
                              from queen_proxy.cells c where c.slug = 'local') made""", slug, slug, plan, "admin@%s.example".formatted(slug))
                .split(" ");
        return new OneTenant(cell, slug, UUID.fromString(made[0]), UUID.fromString(made[1]), made[2]);
    }

    /// Calls a function for the id of this tenant's cluster, named `%s` in the statement.
    String sql(String statement) throws SQLException {
        return run(cell, statement.formatted("'" + cluster + "'::uuid"));
    }

    Answer push(int items) {
        String item = "{\"queue\": \"orders\", \"payload\": 1}";
        return request("POST", "/api/v1/push")
                .json("{\"items\": [%s]}".formatted(String.join(", ", Collections.nCopies(items, item))))
                .send();
    }

    Request request(String method, String target) {
        return cell.proxy(method, target).host(slug + ".localhost").bearer(key);
    }

    static String run(Cell cell, String sql, String... values) throws SQLException {
        try (Connection connection = cell.pxdb();
                var statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            try (var row = statement.executeQuery()) {
                assertThat(row.next()).as(sql).isTrue();
                return row.getString(1);
            }
        }
    }

    @Override
    public String toString() {
        return "OneTenant[" + slug + "]";
    }
}
