package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/// Calls that meet, with real connections and many times over (control plane, 6 Concurrency and acceptance group 13):
/// one winner, an ordinary answer for the loser, no deadlock, no row of a deleted tenant left.
class RaceIT {

    private static final int ROUNDS = 30;

    private static World world;
    private static Race race;
    // goes on over all tests: names made of it stay new
    private static int round;

    @BeforeAll
    static void settle() {
        world = new World();
        race = new Race(world.database(), 6);
    }

    @AfterAll
    static void leave() {
        race.close();
        world.close();
    }

    @AfterEach
    void no_row_of_a_deleted_tenant_may_be_left() {
        assertThat(world.column("SELECT 'operation of a tenant gone' FROM queen_proxy.operations o"
                        + " WHERE NOT EXISTS (SELECT 1 FROM queen_proxy.tenants t WHERE t.id = o.tenant_id)"
                        + " UNION ALL SELECT 'key' FROM queen_proxy.api_keys k"
                        + " WHERE NOT EXISTS (SELECT 1 FROM queen_proxy.clusters c WHERE c.id = k.cluster_id)"
                        + " UNION ALL SELECT 'minute' FROM queen_proxy.usage_minutes m"
                        + " WHERE NOT EXISTS (SELECT 1 FROM queen_proxy.clusters c WHERE c.id = m.cluster_id)"))
                .isEmpty();
    }

    @Test
    void of_two_tenants_with_one_slug_one_must_win() {
        everyRound(
                () -> calls("create_tenant('r-%d', 'R')", "create_tenant('r-%d', 'R')"),
                "1 23505 tenants_slug_key, 1 ok");
    }

    @Test
    void of_two_clusters_with_one_slug_one_must_win() {
        everyRound(
                () -> calls(
                        "create_cluster($acme, 'c-%d', 'free', $cell)",
                        "create_cluster($other, 'c-%d', 'free', $cell)"),
                "1 23505 clusters_slug_key, 1 ok");
    }

    @Test
    void of_two_users_with_one_address_one_must_win() {
        everyRound(
                () -> calls(
                        "create_user($acme, 'u%d@x.example', NULL, 'local')",
                        "provision_oauth_user('other', 'U%d@x.example', 'google', 'g-%d', 'viewer') ->> 'user_id'"),
                "1 23505 users_email_key, 1 ok");
    }

    @Test
    void of_two_keys_with_one_hash_one_must_win() {
        everyRound(
                () -> calls(
                        "issue_api_key($one, 'k', lpad('%d', 64, 'a'), ARRAY['read'])",
                        "issue_api_key($far, 'k', lpad('%d', 64, 'a'), ARRAY['read'])"),
                "1 23505 api_keys_key_hash_key, 1 ok");
    }

    @Test
    void of_two_links_of_one_account_one_must_win() {
        everyRound(
                () -> calls(
                        "link_identity($ann, 'google', 'l-%d', 'a@x.example')",
                        "link_identity($zoe, 'google', 'l-%d', 'z@x.example')"),
                "1 ok false, 1 ok true");
    }

    @Test
    void a_key_must_be_revoked_once() {
        everyRound(
                () -> {
                    key();
                    return calls("revoke_api_key($k)", "revoke_api_key($k)", "revoke_api_key($k)");
                },
                "2 QP404 revoke_api_key, 1 ok");
        assertThat(world.value("SELECT count(*) FROM queen_proxy.operations WHERE action = 'api_key_revoked'"
                        + " GROUP BY target ORDER BY 1 DESC LIMIT 1"))
                .isEqualTo("1");
    }

    @Test
    void a_tenant_must_be_deleted_once() {
        everyRound(
                () -> {
                    tenant();
                    return calls("delete_tenant($t, true) ->> 'existed'", "delete_tenant($t, true) ->> 'existed'");
                },
                "1 ok false, 1 ok true");
    }

    @Test
    void a_cluster_must_be_deleted_once() {
        everyRound(
                () -> {
                    tenant();
                    return calls("delete_cluster($c, true) ->> 'existed'", "delete_cluster($c, true) ->> 'existed'");
                },
                "1 ok false, 1 ok true");
    }

    @Test
    void a_tenant_and_its_cluster_may_be_deleted_at_once() {
        everyRound(
                () -> {
                    tenant();
                    return calls(
                            "delete_tenant($t, true) ->> 'deleted'",
                            "delete_cluster($c, true) ->> 'deleted'",
                            "delete_cluster($c2, true) ->> 'deleted'");
                },
                "1 ok false, 2 ok true",
                "2 ok false, 1 ok true",
                "3 ok true");
    }

    @Test
    void whatever_meets_the_deletion_of_its_tenant_must_win_or_hear_that_it_is_gone() {
        meet("delete_tenant($t, true) ->> 'deleted'");
    }

    @Test
    void whatever_meets_the_deletion_of_its_cluster_must_win_or_hear_that_it_is_gone() {
        meet("delete_cluster($c, true) ->> 'deleted'");
    }

    @Test
    void whatever_meets_the_deletion_of_a_user_must_win_or_hear_that_it_is_gone() {
        meet("delete_user($u) ->> 'deleted'");
    }

    /// Every function that writes below a tenant against a deletion, and against each other.
    private void meet(String deletion) {
        for (List<String> others : List.of(
                List.of("issue_api_key($c, 'k', lpad('%d', 64, 'b'), ARRAY['read'], $u)", "revoke_api_key($k)"),
                List.of(
                        "grant_cluster_role($c, '%d@t.example', 'viewer')",
                        "grant_cluster_role($c2, '%d@t.example', 'producer')"),
                List.of("create_cluster($t, 'm-%d', 'free', $cell)", "create_user($t, 'n%d@t.example', NULL, 'local')"),
                List.of(
                        "assign_plan($c, 'pro')",
                        "set_limit_override($c2, '{}')",
                        "set_cluster_status($c, 'suspended')"),
                List.of("set_tenant_status($t, 'grace')", "record_user_login($u) IS NULL", "set_user_name($u, 'U')"),
                List.of(
                        "revoke_session('s-%d', now(), 'user', $u)",
                        "link_identity($u, 'github', 'm-%d', 'm@x.example')"),
                List.of(
                        "provision_oauth_user('t-%d', 'p%d@t.example', 'google', 'p-%d', 'viewer') IS NULL",
                        "set_operator('%d@t.example', false)"),
                List.of(
                        "revoke_cluster_role($c, 'other%d@t.example')",
                        "set_user_password('%d@t.example', '" + World.HASH + "')"),
                List.of(
                        "record_usage(gen_random_uuid(), $usage) IS NULL",
                        "rollup_usage_days() IS NULL",
                        "prune_usage_minutes(1) IS NULL"),
                List.of(
                        "bootstrap_tenant('t-%d', 'T', 'tc-%d', 'free', $cell, '%d@t.example') IS NULL",
                        "upsert_plan('free', '{}') IS NULL", "prune_outbox(1) IS NULL"))) {
            for (int time = 0; time < ROUNDS / 3; time++) {
                round++;
                tenant();
                var calls = Stream.concat(Stream.of(deletion), others.stream()).toArray(String[]::new);
                assertThat(race.run(calls(calls)))
                        .as("%s", Arrays.toString(calls))
                        .allSatisfy(
                                answer -> assertThat(answer).matches("ok.*|QP404 .*|QP409 .*is the only admin of .*"))
                        .first()
                        .asString()
                        .matches("ok true|QP409 delete_user.*only admin.*");
            }
        }
    }

    @Test
    void of_two_first_runs_for_one_tenant_one_must_win_and_of_two_later_ones_both() {
        String bootstrap =
                "bootstrap_tenant('b-%d', 'B', 'b-%d', 'free', $cell, 'b%d@x.example') ->> 'api_key' IS NOT NULL";
        // a loser that comes late is a later run already
        everyRound(() -> calls(bootstrap, bootstrap), "1 23505 tenants_slug_key, 1 ok true", "1 ok false, 1 ok true");

        everyRound(
                () -> {
                    world.run(
                            ("SELECT queen_proxy.bootstrap_tenant('b-%1$d', 'B', 'b-%1$d', 'free', $cell, 'b%1$d@x.example');"
                                            + " SELECT queen_proxy.revoke_api_key(id) FROM queen_proxy.api_keys WHERE revoked_at IS NULL"
                                            + " AND cluster_id = (SELECT id FROM queen_proxy.clusters WHERE slug = 'b-%1$d')")
                                    .formatted(round));
                    return calls(bootstrap, bootstrap, bootstrap);
                },
                "2 ok false, 1 ok true");
    }

    @Test
    void a_new_plan_made_twice_at_once_must_be_one_plan() {
        everyRound(
                () -> calls(
                        "upsert_plan('p-%d', '{\"cell_class\": \"shared\", \"max_queues\": 5}') IS NOT NULL",
                        "upsert_plan('p-%d', '{\"cell_class\": \"shared\", \"req_burst\": 6}') IS NOT NULL"),
                "2 ok true");
        assertThat(
                        world.value(
                                "SELECT count(*) FROM queen_proxy.plans WHERE code LIKE 'p-%' AND max_queues = 5 AND req_burst = 6"))
                .isEqualTo(String.valueOf(ROUNDS));
    }

    @Test
    void two_admins_deleted_at_once_must_leave_one() {
        everyRound(
                () -> {
                    tenant();
                    world.run("SELECT queen_proxy.grant_cluster_role($c, 'other%1$d@t.example', 'admin'),"
                                    .formatted(round)
                            + " queen_proxy.grant_cluster_role($c2, 'other%1$d@t.example', 'admin')".formatted(round));
                    return calls("delete_user($u) ->> 'deleted'", "delete_user($u2) ->> 'deleted'");
                },
                "1 QP409 delete_user, 1 ok true");
    }

    @Test
    void two_operators_deleted_at_once_must_leave_one() {
        everyRound(
                () -> {
                    world.run("DELETE FROM queen_proxy.users WHERE is_operator");
                    for (String tenant : List.of("acme", "other")) {
                        world.name(
                                "op_" + tenant,
                                "INSERT INTO queen_proxy.users (tenant_id, email, is_operator) VALUES ($%s, 'op%d@%s.example', true) RETURNING id"
                                        .formatted(tenant, round, tenant));
                    }
                    return calls("delete_user($op_acme) ->> 'deleted'", "delete_user($op_other) ->> 'deleted'");
                },
                "1 QP409 delete_user, 1 ok true");
    }

    private void everyRound(Supplier<List<String>> calls, String... outcomes) {
        for (int time = 0; time < ROUNDS; time++) {
            round++;
            assertThat(tally(race.run(calls.get()))).as("round %d", time).isIn((Object[]) outcomes);
        }
    }

    /// Answers counted, such as `1 QP404 revoke_api_key, 1 ok`.
    private static String tally(List<String> answers) {
        var counts = new TreeMap<String, Integer>();
        for (String answer : answers) {
            String shortened = answer.replaceFirst("duplicate key value violates unique constraint \"(.*)\"", "$1")
                    .replaceFirst("^(QP\\d+ \\w+): .*", "$1")
                    .replaceFirst("^ok [0-9a-f-]{36}$", "ok");
            counts.merge(shortened, 1, Integer::sum);
        }
        return String.join(
                ", ",
                counts.entrySet().stream()
                        .map(entry -> entry.getValue() + " " + entry.getKey())
                        .toList());
    }

    private List<String> calls(String... calls) {
        return Arrays.stream(calls)
                .map(call -> "SELECT queen_proxy." + resolve(call))
                .toList();
    }

    private String resolve(String call) {
        return world.resolve(call.replace("%d", String.valueOf(round)).replace("$usage", usage()));
    }

    /// Minutes of two days ago and of last year, for both clusters of the round and in no good order.
    private static String usage() {
        return "(SELECT jsonb_agg(jsonb_build_object('cluster_id', c, 'minute', m, 'op', o, 'reqs', 1, 'msgs', 1, 'bytes_in', 1,"
                + " 'bytes_out', 1) ORDER BY random()) FROM unnest(ARRAY[$c, $c2]::text[]) c,"
                + " unnest(ARRAY['push', 'read']) o, generate_series(28000000, 28000003) m)";
    }

    /// A tenant `$t` with clusters `$c` and `$c2`, admin `$u`, viewer `$u2`, key `$k` and minutes of old.
    private void tenant() {
        world.run(("SELECT queen_proxy.bootstrap_tenant('t-%1$d', 'T', 'tc-%1$d', 'free', $cell, '%1$d@t.example'),"
                        + " queen_proxy.bootstrap_tenant('t-%1$d', 'T', 'td-%1$d', 'free', $cell, '%1$d@t.example')")
                .formatted(round));
        world.name("t", "SELECT id FROM queen_proxy.tenants WHERE slug = 't-%d'".formatted(round));
        world.name("c", "SELECT id FROM queen_proxy.clusters WHERE slug = 'tc-%d'".formatted(round));
        world.name("c2", "SELECT id FROM queen_proxy.clusters WHERE slug = 'td-%d'".formatted(round));
        world.name("u", "SELECT id FROM queen_proxy.users WHERE email = '%d@t.example'".formatted(round));
        world.name("u2", "SELECT queen_proxy.create_user($t, 'other%d@t.example', NULL, 'local')".formatted(round));
        world.run("SELECT queen_proxy.grant_cluster_role($c, 'other%1$d@t.example', 'viewer')".formatted(round));
        world.name("k", "SELECT id FROM queen_proxy.api_keys WHERE cluster_id = $c");
        world.run("SELECT queen_proxy.record_usage(gen_random_uuid(), %s)".formatted(usage()));
    }

    private void key() {
        world.name(
                "k",
                "SELECT queen_proxy.issue_api_key($one, 'k', '%s', ARRAY['read'])".formatted(World.hash(1000 + round)));
    }
}
