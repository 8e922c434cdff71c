package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import queencell.schema.World.Effect;

/// Keys: row, audit and notification of each call (control plane, 6.4).
class ApiKeyFunctionsIT {

    @RegisterExtension
    private final World world = new World();

    @Test
    void a_key_must_be_stored_by_hash_with_its_creator() {
        Effect effect = world.call(
                "issue_api_key($two, ' app ', '%s', ARRAY['read', 'produce'], $bob)".formatted(World.hash(9)));
        world.name("new", "SELECT id FROM queen_proxy.api_keys WHERE key_hash = '%s'".formatted(World.hash(9)));

        assertThat(effect.operations().stream().map(world::describe))
                .containsExactly("control_plane - api_key_issued cluster=$two target=$new"
                        + " {\"name\": \"app\", \"scopes\": [\"read\", \"produce\"]}");
        assertThat(effect.notifications()).containsExactly("$two");
        assertThat(world.value(
                        "SELECT concat_ws(' ', cluster_id, name, scopes, created_by, num_nulls(last_used_at, revoked_at))"
                                + " FROM queen_proxy.api_keys WHERE id = $new"))
                .isEqualTo("$two app {read,produce} $bob 2");
    }

    @Test
    void a_caller_who_knows_four_arguments_must_be_understood() {
        assertThat(world.call("issue_api_key($two, 'app', '%s', ARRAY['read'])".formatted(World.hash(9)))
                        .operations())
                .hasSize(1);
    }

    @Test
    void a_key_revoked_twice_must_leave_one_line_in_the_trail() {
        Effect effect = world.call("revoke_api_key($key)");
        assertThat(effect.operations()).containsExactly("control_plane - api_key_revoked cluster=$one target=$key {}");
        assertThat(effect.notifications()).containsExactly("$one");

        assertThatThrownBy(() -> world.call("revoke_api_key($key)"))
                .isInstanceOfSatisfying(
                        SqlFailure.class, failure -> assertThat(failure.state()).isEqualTo("QP404"));
        assertThat(world.value("SELECT count(*) FROM queen_proxy.operations WHERE action = 'api_key_revoked'"
                        + " AND target = $key::text"))
                .isEqualTo("1");
    }
}
