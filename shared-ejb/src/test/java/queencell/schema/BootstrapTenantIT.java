package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import java.sql.SQLWarning;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.postgresql.util.PSQLWarning;
import queencell.schema.World.Effect;

/// From nothing to a first call, and the same again (control plane, 6.5 and acceptance group 3).
class BootstrapTenantIT {

    private static final String NEW =
            "bootstrap_tenant(' NEW ', ' New Inc. ', ' Queue ', 'pro', $cell, ' Eve@new.example ', ";

    @RegisterExtension
    private final World world = new World();

    @Test
    void a_first_run_must_make_all_that_a_first_call_needs() {
        Effect effect = world.call(NEW + "'pässword')");
        nameNew();
        String key = world.database().text("SELECT (?::jsonb) ->> 'api_key'", effect.result());

        assertThat(world.describe(effect.result()))
                .isEqualTo("{\"api_key\": \"%s\", \"user_id\": \"$eve\", \"can_login\": true, \"tenant_id\": \"$new\","
                                .formatted(key)
                        + " \"cluster_id\": \"$queue\", \"password_set\": true}");
        assertThat(key).matches("qk_live_[A-Za-z0-9_-]{43}");
        assertThat(world.value("SELECT concat_ws(' ', name, scopes) FROM queen_proxy.api_keys"
                        + " WHERE cluster_id = $queue AND key_hash = encode(sha256('%s'), 'hex')".formatted(key)))
                .isEqualTo("default {produce,consume,admin,read}");
        assertThat(world.value(
                        "SELECT password_hash LIKE '$2a$10$%' AND password_hash = public.crypt('pässword', password_hash)"
                                + " FROM queen_proxy.users WHERE id = $eve"))
                .isEqualTo("true");
        assertThat(effect.operations().stream().map(line -> line.split(" ")[2]))
                .containsExactly(
                        "tenant_created",
                        "cluster_created",
                        "user_created",
                        "cluster_role_granted",
                        "api_key_issued",
                        "tenant_bootstrapped");
        assertThat(world.describe(effect.operations().getLast()))
                .isEqualTo("control_plane $eve tenant_bootstrapped cluster=$queue target=$new {\"can_login\": true,"
                        + " \"plan_code\": \"pro\", \"key_issued\": true, \"admin_email\": \"eve@new.example\","
                        + " \"tenant_slug\": \"new\", \"cluster_slug\": \"queue\", \"password_set\": true}");
        assertThat(effect.events().stream().map(world::describe))
                .containsExactly("tenant_bootstrapped {\"plan_code\": \"pro\", \"tenant_id\": \"$new\","
                        + " \"cluster_id\": \"$queue\", \"admin_email\": \"eve@new.example\", \"tenant_slug\": \"new\","
                        + " \"cluster_slug\": \"queue\"}");
        assertThat(effect.notifications().stream().map(world::describe)).containsExactly("$queue");
    }

    @Test
    void a_second_run_must_give_the_same_ids_no_key_and_no_second_event() {
        String first = world.call(NEW + "'one')").result();
        nameNew();
        Object hash = world.value("SELECT password_hash FROM queen_proxy.users WHERE id = $eve");

        Effect again =
                world.call("bootstrap_tenant('new', 'Else', 'queue', 'gold', $nobody, 'eve@new.example', 'two')");

        assertThat(world.describe(again.result()))
                .isEqualTo("{\"api_key\": null, \"user_id\": \"$eve\", \"can_login\": true, \"tenant_id\": \"$new\","
                        + " \"cluster_id\": \"$queue\", \"password_set\": true}");
        assertThat(world.describe(first)).contains("$eve", "$new", "$queue");
        assertThat(again.events()).isEmpty();
        assertThat(world.value("SELECT password_hash FROM queen_proxy.users WHERE id = $eve"))
                .isEqualTo(hash);
        assertThat(again.operations().stream().map(line -> line.split(" ")[2]))
                .containsExactly("cluster_role_granted", "tenant_bootstrapped");
        assertThat(again.operations().getLast()).contains("\"plan_code\": \"pro\"", "\"key_issued\": false");
        assertThat(world.value("SELECT count(*) FROM queen_proxy.api_keys WHERE cluster_id = $queue"))
                .isEqualTo("1");
    }

    @Test
    void a_run_after_the_key_was_revoked_must_issue_a_new_one() {
        world.call(NEW + "'one')");
        nameNew();
        world.run("SELECT queen_proxy.revoke_api_key(id) FROM queen_proxy.api_keys WHERE cluster_id = $queue");
        assertThat(world.call(NEW + "'one')").result()).contains("\"api_key\": \"qk_live_");
    }

    @Test
    void an_admin_who_lost_the_role_must_get_it_back() {
        world.call(NEW + "'one')");
        nameNew();
        world.call("grant_cluster_role($queue, 'eve@new.example', 'viewer')");
        world.call(NEW + "'one')");
        assertThat(world.column("SELECT role FROM queen_proxy.cluster_roles WHERE user_id = $eve"))
                .containsExactly("admin");
    }

    @Test
    void an_admin_who_cannot_log_in_must_be_spoken_of_at_once() throws SQLException {
        try (var connection = world.database().open();
                var statement = connection.createStatement()) {
            statement.execute("SELECT queen_proxy." + world.resolve(NEW + "NULL)"));
            SQLWarning warning = statement.getWarnings();
            assertThat((Throwable) warning).isInstanceOfSatisfying(PSQLWarning.class, said -> {
                assertThat(said.getServerErrorMessage().getMessage())
                        .isEqualTo("bootstrap_tenant: \"eve@new.example\" cannot log in:"
                                + " there is neither a password nor a linked account");
                assertThat(said.getServerErrorMessage().getHint()).contains("queen_proxy.set_user_password");
            });
        }
        assertThat(world.call(NEW + "'too late')").result()).contains("\"can_login\": false", "\"password_set\": true");
        nameNew();
        world.call("link_identity($eve, 'google', 'g', 'eve@new.example')");
        assertThat(world.call(NEW + "NULL)").result()).contains("\"can_login\": true", "\"password_set\": false");
    }

    @Test
    void a_collision_with_another_tenant_must_leave_nothing_behind() {
        String count = "SELECT concat_ws(' ', (SELECT count(*) FROM queen_proxy.tenants),"
                + " (SELECT count(*) FROM queen_proxy.clusters), (SELECT count(*) FROM queen_proxy.users),"
                + " (SELECT count(*) FROM queen_proxy.operations), (SELECT count(*) FROM queen_proxy.outbox))";
        Object before = world.value(count);

        assertThatThrownBy(() -> world.call("bootstrap_tenant('new', 'N', 'new', 'free', $cell, 'zoe@other.example')"))
                .isInstanceOfSatisfying(
                        SqlFailure.class, failure -> assertThat(failure.state()).isEqualTo("QP409"));

        assertThat(world.value(count)).isEqualTo(before);
    }

    @Test
    void a_tenant_without_a_name_must_be_called_by_its_slug() {
        world.call("bootstrap_tenant('new', '  ', 'queue', 'free', $cell, 'eve@new.example', 'x', ' Mine ')");
        nameNew();
        assertThat(world.value("SELECT name FROM queen_proxy.tenants WHERE id = $new"))
                .isEqualTo("new");
        assertThat(world.value("SELECT name FROM queen_proxy.api_keys WHERE cluster_id = $queue"))
                .isEqualTo("Mine");
    }

    private void nameNew() {
        world.name("new", "SELECT id FROM queen_proxy.tenants WHERE slug = 'new'");
        world.name("queue", "SELECT id FROM queen_proxy.clusters WHERE slug = 'queue'");
        world.name("eve", "SELECT id FROM queen_proxy.users WHERE email = 'eve@new.example'");
    }
}
