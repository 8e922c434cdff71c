package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Takeover of a database that the reference proxy made (control plane, 2.2 Adoption), rebuilt from section 3
/// in `reference-database.sql`.
class AdoptionIT {

    private static final List<String> TABLES = List.of(
            "api_keys",
            "cells",
            "cluster_roles",
            "clusters",
            "identities",
            "operations",
            "outbox",
            "plans",
            "queues",
            "revoked_tokens",
            "schema_migrations",
            "tenants",
            "usage_days",
            "usage_minutes",
            "users");

    private TestDatabase database;

    @BeforeEach
    void rebuild() {
        database = TestDatabase.empty();
        try (var script = AdoptionIT.class.getResourceAsStream("/reference-database.sql")) {
            database.run(new String(script.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void no_row_may_be_lost_and_every_table_must_be_adopted() {
        var before = rows();

        SchemaOutcome outcome = SchemaUpdate.of("queen_proxy", database).apply();

        assertThat(outcome.adopted())
                .containsExactlyInAnyOrder(
                        "queen_proxy:010-create-tenants",
                        "queen_proxy:020-create-users",
                        "queen_proxy:030-create-identities",
                        "queen_proxy:040-create-plans",
                        "queen_proxy:041-seed-plans",
                        "queen_proxy:050-create-cells",
                        "queen_proxy:060-create-clusters",
                        "queen_proxy:070-create-cluster-roles",
                        "queen_proxy:080-create-api-keys",
                        "queen_proxy:090-create-queues",
                        "queen_proxy:100-create-usage-minutes",
                        "queen_proxy:110-create-usage-days",
                        "queen_proxy:130-create-operations",
                        "queen_proxy:140-create-revoked-tokens",
                        "queen_proxy:150-create-outbox",
                        "queen_proxy:001-create-pgcrypto");
        assertThat(rows()).isEqualTo(before);
        assertThat(SchemaUpdate.of("queen_proxy", database).status().pending()).isEmpty();
    }

    @Test
    void an_adopted_schema_must_be_the_one_a_fresh_start_makes() {
        SchemaUpdate.of("queen_proxy", database).apply();
        var fresh = TestDatabase.withSchema();
        for (String what : List.of(
                "SELECT concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default)"
                        + " FROM information_schema.columns WHERE table_schema = 'queen_proxy' AND table_name <> 'schema_migrations'",
                "SELECT concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) FROM pg_constraint"
                        + " WHERE connamespace = 'queen_proxy'::regnamespace AND contype <> 'n'"
                        + " AND conrelid::regclass::text <> 'queen_proxy.schema_migrations'",
                "SELECT indexdef FROM pg_indexes WHERE schemaname = 'queen_proxy' AND tablename <> 'schema_migrations'",
                "SELECT oid::regprocedure || md5(pg_get_functiondef(oid)) FROM pg_proc WHERE pronamespace = 'queen_proxy'::regnamespace")) {
            assertThat(lines(database, what)).containsExactlyInAnyOrderElementsOf(lines(fresh, what));
        }
    }

    @Test
    void rules_the_reference_did_not_have_must_hold_from_now_on_and_change_no_good_value() {
        SchemaUpdate.of("queen_proxy", database).apply();

        assertThat(database.text("SELECT string_agg(email, ' ' ORDER BY email) FROM queen_proxy.users"))
                .isEqualTo("ann@acme.example bob@acme.example");
        assertThat(database.text(
                        "SELECT string_agg(limit_overrides::text, ' ' ORDER BY slug) FROM queen_proxy.clusters"))
                .isEqualTo("{\"max_queues\": 7} {}");
        // announced twice by two proxies: the one that was read stays what it is
        assertThat(
                        lines(
                                database,
                                "SELECT concat_ws(' ', kind, payload ->> 'n') FROM queen_proxy.outbox ORDER BY payload ->> 'n'"))
                .containsExactly(
                        "duplicate_cluster_monthly_quota_warning 1",
                        "cluster_monthly_quota_warning 2",
                        "cluster_monthly_quota_blocked 3",
                        "cluster_monthly_quota_warning 4",
                        "tenant_bootstrapped 5");
        // an edited plan, a removed one
        assertThat(database.text(
                        "SELECT string_agg(code || '=' || max_queues, ' ' ORDER BY code) FROM queen_proxy.plans"))
                .isEqualTo("dedicated-s=1000 dev=50 free=21");
        // both ways to call what the reference had with one argument less
        assertThat(database.count("SELECT queen_proxy.rollup_usage_days('2026-01-01')"))
                .isEqualTo(1);
        assertThat(database.value(
                        "SELECT queen_proxy.issue_api_key(id, 'k', '%s', ARRAY['read']) FROM queen_proxy.clusters WHERE slug = 'one'"
                                .formatted(World.hash(77))))
                .isNotNull();
    }

    @Test
    void a_cell_the_reference_let_in_must_not_stop_the_takeover() {
        database.run(
                "INSERT INTO queen_proxy.cells (slug, region, base_url, class) VALUES ('tls', 'eu', 'https://b', 'shared')");
        SchemaUpdate.of("queen_proxy", database).apply();
        assertThat(database.value("SELECT convalidated FROM pg_constraint WHERE conname = 'cells_base_url_plaintext'"))
                .isEqualTo(false);
        assertThatThrownBy(
                        () -> database.run(
                                "INSERT INTO queen_proxy.cells (slug, region, base_url, class) VALUES ('tls2', 'eu', 'https://b', 'shared')"))
                .isInstanceOfSatisfying(
                        SqlFailure.class, failure -> assertThat(failure.state()).isEqualTo("23514"));
    }

    @Test
    void two_clusters_in_one_broker_tenant_must_stop_the_start() {
        database.run("UPDATE queen_proxy.clusters SET broker_tenant_uuid = '00000000-0000-4000-8000-000000000001'");
        assertThatThrownBy(() -> SchemaUpdate.of("queen_proxy", database).apply())
                .isInstanceOf(SchemaUpdateException.class)
                .hasMessageContaining("change set queen_proxy:061-require-unique-broker-tenant failed")
                .hasMessageContaining("Key (broker_tenant_uuid)=(00000000-0000-4000-8000-000000000001) is duplicated");
    }

    @Test
    void a_database_of_an_older_reference_must_be_refused_with_the_way_out() {
        database.run("DELETE FROM queen_proxy.schema_migrations WHERE name = '011_user_last_login'");
        assertThatThrownBy(() -> SchemaUpdate.of("queen_proxy", database).apply())
                .isInstanceOf(SchemaUpdateException.class)
                .hasMessageContaining("change set queen_proxy:002-check-release-of-reference failed")
                .hasMessageContaining("queen_proxy.schema_migrations lacks 011_user_last_login")
                .hasMessageContaining("start the last release that keeps its state in PostgreSQL on it once");
    }

    @Test
    void an_extension_in_another_schema_must_be_refused_with_the_way_out() {
        database.run("CREATE SCHEMA extensions; ALTER EXTENSION pgcrypto SET SCHEMA extensions");
        assertThatThrownBy(() -> SchemaUpdate.of("queen_proxy", database).apply())
                .isInstanceOf(SchemaUpdateException.class)
                .hasMessageContaining("run ALTER EXTENSION pgcrypto SET SCHEMA public");
    }

    @Test
    void a_table_of_unknown_origin_must_not_be_adopted() {
        var foreign = TestDatabase.empty();
        foreign.run("CREATE SCHEMA queen_proxy; CREATE TABLE queen_proxy.tenants (id integer)");
        assertThatThrownBy(() -> SchemaUpdate.of("queen_proxy", foreign).apply())
                .isInstanceOf(SchemaUpdateException.class)
                .hasMessageContaining("010-create-tenants failed")
                .hasMessageContaining("relation \"tenants\" already exists");
    }

    /// Ids of every row of every table: all of them have one or more key columns.
    private List<String> rows() {
        String keys = TABLES.stream()
                .map(table ->
                        "SELECT '%1$s ' || concat_ws(' ', t ->> 'id', t ->> 'jti', t ->> 'name', t ->> 'user_id', t ->> 'cluster_id', t ->> 'minute', t ->> 'day') FROM (SELECT to_jsonb(r) AS t FROM queen_proxy.%1$s r) s"
                                .formatted(table))
                .collect(Collectors.joining(" UNION ALL "));
        return lines(database, keys + " ORDER BY 1");
    }

    private static List<String> lines(TestDatabase from, String sql) {
        return from.rows(sql).stream()
                .map(row -> String.valueOf(row.values().iterator().next()))
                .toList();
    }
}
