package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Rules for every object of the schema, so that the next one keeps them too (control plane, 2 to 4).
class SchemaShapeIT {

    private static final Path CHANGELOG = Path.of("../src/main/liquibase/queen_proxy");
    private static TestDatabase database;

    @BeforeAll
    static void settle() {
        database = TestDatabase.withSchema();
    }

    @Test
    void a_function_must_run_with_the_callers_rights_and_its_own_search_path_and_be_explained() {
        assertThat(lines(
                        "SELECT oid::regprocedure FROM pg_proc WHERE pronamespace = 'queen_proxy'::regnamespace AND NOT ("
                                + "NOT prosecdef AND prolang = (SELECT oid FROM pg_language WHERE lanname = 'plpgsql')"
                                + " AND proconfig @> ARRAY['search_path=pg_catalog, pg_temp']"
                                + " AND length(obj_description(oid, 'pg_proc')) > 20)"))
                .isEmpty();
    }

    @Test
    void a_name_in_a_function_must_be_qualified() {
        assertThat(lines("SELECT proname FROM pg_proc p WHERE pronamespace = 'queen_proxy'::regnamespace AND ("
                        + "EXISTS (SELECT 1 FROM pg_tables t WHERE schemaname = 'queen_proxy'"
                        + " AND prosrc ~ ('(FROM|JOIN|INTO|UPDATE) ' || t.tablename || '\\M'))"
                        + " OR EXISTS (SELECT 1 FROM pg_proc f WHERE f.pronamespace = p.pronamespace"
                        + " AND p.prosrc ~ ('[^._a-z]' || f.proname || '\\(')))"))
                .isEmpty();
    }

    @Test
    void there_must_be_no_trigger_no_enum_and_no_sequence() {
        assertThat(
                        lines(
                                "SELECT tgname FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid"
                                        + " WHERE c.relnamespace = 'queen_proxy'::regnamespace AND NOT tgisinternal"
                                        + " UNION ALL SELECT typname FROM pg_type WHERE typnamespace = 'queen_proxy'::regnamespace AND typtype = 'e'"
                                        + " UNION ALL SELECT relname FROM pg_class WHERE relnamespace = 'queen_proxy'::regnamespace AND relkind = 'S'"))
                .isEmpty();
    }

    @Test
    void a_function_must_be_found_in_the_file_of_its_name_and_a_table_or_view_too() throws IOException {
        assertThat(lines("SELECT proname FROM pg_proc WHERE pronamespace = 'queen_proxy'::regnamespace"))
                .containsExactlyInAnyOrderElementsOf(files("function"));
        assertThat(
                        lines(
                                "SELECT tablename FROM pg_tables WHERE schemaname = 'queen_proxy' AND tablename NOT LIKE 'databasechangelog%'"))
                .containsExactlyInAnyOrderElementsOf(files("table"));
        assertThat(lines("SELECT viewname FROM pg_views WHERE schemaname = 'queen_proxy'"))
                .containsExactlyInAnyOrderElementsOf(files("view"));
        for (String function : files("function")) {
            assertThat(CHANGELOG.resolve("function/" + function + ".sql"))
                    .content()
                    .startsWith(
                            "--liquibase formatted sql logicalFilePath:queen_proxy\n\n--changeset queen_proxy:function-"
                                    + function + " splitStatements:false stripComments:false runOnChange:true\n")
                    .contains("CREATE OR REPLACE FUNCTION queen_proxy." + function + "(");
        }
    }

    private static List<String> files(String folder) throws IOException {
        try (var files = Files.list(CHANGELOG.resolve(folder))) {
            return files.map(file -> file.getFileName().toString().replace(".sql", ""))
                    .toList();
        }
    }

    @Test
    void a_seeded_plan_must_have_no_monthly_cap_and_the_documented_limits() {
        assertThat(lines(
                        "SELECT concat_ws(' ', code, cell_class, max_req_per_sec, req_burst, max_msgs_per_sec, msgs_burst,"
                                + " max_queues, max_partitions_per_queue, max_parked_pops, max_payload_bytes, max_batch_items,"
                                + " max_retained_bytes, max_retention_seconds, coalesce(monthly_msgs_quota::text, 'no cap'), features)"
                                + " FROM queen_proxy.plans"))
                .containsExactlyInAnyOrder(
                        "free shared 5 25 20 100 20 8 50 262144 1000 1073741824 604800 no cap"
                                + " {\"kv\": true, \"timers\": true, \"ephemeral\": true}",
                        "dev shared 10 50 40 200 50 16 150 524288 2000 3221225472 1209600 no cap"
                                + " {\"kv\": true, \"timers\": true, \"ephemeral\": true}",
                        "pro shared 50 200 200 800 200 32 1000 1048576 5000 21474836480 2592000 no cap"
                                + " {\"kv\": true, \"timers\": true, \"traces\": true, \"streams\": true, \"ephemeral\": true}",
                        "dedicated-s dedicated 200 800 600 2000 1000 64 5000 4194304 10000 214748364800 7776000 no cap"
                                + " {\"kv\": true, \"timers\": true, \"traces\": true, \"streams\": true, \"ephemeral\": true}");
    }

    @Test
    void every_index_the_tables_promise_must_be_there() {
        assertThat(lines("SELECT indexname FROM pg_indexes WHERE schemaname = 'queen_proxy'"))
                .contains(
                        "idx_users_tenant",
                        "idx_users_operator",
                        "idx_identities_user",
                        "idx_clusters_cell",
                        "idx_clusters_tenant",
                        "idx_cluster_roles_cluster",
                        "idx_api_keys_cluster",
                        "uq_queues_cluster_name_live",
                        "idx_usage_minutes_minute",
                        "idx_usage_days_day",
                        "idx_usage_batches_applied",
                        "idx_operations_tenant_at",
                        "idx_operations_cluster_at",
                        "idx_revoked_tokens_expires",
                        "idx_outbox_unconsumed",
                        "uq_outbox_monthly_quota");
    }

    private static List<String> lines(String sql) {
        return database.rows(sql).stream()
                .map(row -> String.valueOf(row.values().iterator().next()))
                .toList();
    }
}
