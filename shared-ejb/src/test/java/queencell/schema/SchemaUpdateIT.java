package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SchemaUpdateIT {

    @Test
    void a_second_start_must_apply_nothing() {
        var database = TestDatabase.empty();
        var update = SchemaUpdate.of("queen_proxy", database);

        SchemaOutcome first = update.apply();
        assertThat(first.applied()).contains("queen_proxy:080-create-api-keys", "queen_proxy:function-revoke_api_key");
        assertThat(first.unknown()).isEmpty();

        assertThat(update.status().pending()).isEmpty();
        assertThat(update.apply().applied()).isEmpty();
    }

    @Test
    void a_customer_gets_from_nothing_to_a_key() {
        var database = TestDatabase.withSchema();
        var cell = database.uuid("INSERT INTO queen_proxy.cells (slug, region, base_url, class)"
                + " VALUES ('local', 'local', 'http://127.0.0.1:6710', 'shared') RETURNING id");
        assertThat(database.text(
                        "SELECT queen_proxy.bootstrap_tenant('acme', 'Acme', 'acme', 'free', ?, 'a@acme.example', 'secret') ->> 'api_key'",
                        cell))
                .startsWith("qk_live_");
    }
}
