package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import queencell.schema.World.Effect;

/// People, roles, sessions and sign-up: row, audit and notification of each call (control plane, 6.3).
class UserFunctionsIT {

    @RegisterExtension
    private final World world = new World();

    @Test
    void only_ascii_letters_of_an_address_may_be_folded() {
        // the Kelvin sign and the dotted capital I would become k and i in a locale of their own
        world.call("create_user($acme, E'  \\u212Ate.ADM\\u0130N@Acme.example ', NULL, 'google')");
        assertThat(world.column("SELECT email FROM queen_proxy.users WHERE email LIKE '%te%'"))
                .containsExactly("\u212Ate.adm\u0130n@acme.example");
    }

    @Test
    void a_new_user_must_get_no_identity() {
        Effect effect = world.call("create_user($acme, 'Carl@acme.example', NULL, 'github')");
        world.name("carl", "SELECT id FROM queen_proxy.users WHERE email = 'carl@acme.example'");

        assertThat(effect.operations().stream().map(world::describe))
                .containsExactly("control_plane $carl user_created cluster=- target=$carl"
                        + " {\"email\": \"carl@acme.example\", \"provider\": \"github\"}");
        assertThat(effect.notifications()).isEmpty();
        assertThat(world.column("SELECT id FROM queen_proxy.identities")).isEmpty();
    }

    @Test
    void a_name_must_be_trimmed_and_the_old_one_kept_in_the_trail() {
        world.call("set_user_name($ann, '  Ann ')");
        Effect effect = world.call("set_user_name($ann, repeat('n', 160))");
        assertThat(effect.operations())
                .containsExactly("control_plane $ann user_name_changed cluster=- target=$ann {\"name\": \""
                        + "n".repeat(160) + "\", \"old_name\": \"Ann\"}");
        assertThat(effect.notifications()).isEmpty();
    }

    @Test
    void a_role_given_again_must_replace_the_one_before() {
        Effect effect = world.call("grant_cluster_role($two, ' BOB@acme.example ', 'producer')");
        assertThat(effect.operations())
                .containsExactly("control_plane $bob cluster_role_granted cluster=$two target=$two"
                        + " {\"role\": \"producer\", \"email\": \"bob@acme.example\"}");
        assertThat(effect.notifications()).containsExactly("$two");
        assertThat(world.column("SELECT role FROM queen_proxy.cluster_roles WHERE user_id = $bob"))
                .containsExactly("producer");
    }

    @Test
    void a_role_taken_must_be_named_in_the_trail() {
        Effect effect = world.call("revoke_cluster_role($two, 'Bob@acme.example')");
        assertThat(effect.operations())
                .containsExactly("control_plane $bob cluster_role_revoked cluster=$two target=$two"
                        + " {\"role\": \"viewer\", \"email\": \"bob@acme.example\"}");
        assertThat(effect.notifications()).containsExactly("$two");
        assertThat(world.column("SELECT role FROM queen_proxy.cluster_roles WHERE user_id = $bob"))
                .isEmpty();
    }

    @Test
    void an_operator_bit_must_be_audited_even_when_it_stays() {
        world.call("set_operator('Ann@acme.example', true)");
        Effect effect = world.call("set_operator('ann@acme.example', true)");
        assertThat(effect.operations())
                .containsExactly("control_plane $ann operator_granted cluster=- target=ann@acme.example"
                        + " {\"was\": true, \"is_operator\": true}");
        assertThat(effect.notifications()).isEmpty();

        effect = world.call("set_operator('ann@acme.example', false)");
        assertThat(effect.operations())
                .containsExactly("control_plane $ann operator_revoked cluster=- target=ann@acme.example"
                        + " {\"was\": true, \"is_operator\": false}");
    }

    @Test
    void a_login_must_answer_the_moment_it_stored() {
        Effect effect = world.call("record_user_login($ann)");
        assertThat(effect.operations()).containsExactly("user $ann login cluster=- target=$ann {}");
        assertThat(effect.result())
                .isEqualTo(world.value("SELECT last_login_at FROM queen_proxy.users WHERE id = $ann"));
    }

    @Test
    void a_second_logout_must_keep_the_first_expiry() {
        world.call("revoke_session('j1', '2031-01-01 00:00:00+00', 'user', $ann)");
        Effect effect = world.call("revoke_session('j1', '2032-06-30 12:00:00+02', 'user', $ann)");

        assertThat(effect.operations())
                .containsExactly("user $ann session_revoked cluster=- target=j1"
                        + " {\"expires_at\": \"2032-06-30T10:00:00.000000Z\"}");
        assertThat(effect.notifications()).isEmpty();
        assertThat(world.value("SELECT expires_at = '2031-01-01 00:00:00+00' FROM queen_proxy.revoked_tokens"))
                .isEqualTo("true");
    }

    @Test
    void a_sweep_must_spare_tokens_that_could_still_be_used() {
        world.run("INSERT INTO queen_proxy.revoked_tokens VALUES ('dead', now() - interval '1 s'),"
                + " ('live', now() + interval '1 h'), ('for ever', 'infinity')");
        assertThat(world.call("sweep_revoked_tokens()").result()).isEqualTo("1");
        assertThat(world.column("SELECT jti FROM queen_proxy.revoked_tokens ORDER BY jti"))
                .containsExactly("for ever", "live");
    }

    @Test
    void an_outside_account_must_open_one_door_only() {
        Effect effect = world.call("link_identity($ann, 'google', 'g-1', 'Ann@gmail.example')");
        assertThat(effect.result()).isEqualTo("true");
        assertThat(effect.operations())
                .containsExactly("user $ann identity_linked cluster=- target=$ann {\"provider\": \"google\"}");

        effect = world.call("link_identity($bob, 'google', 'g-1', 'bob@gmail.example')");
        assertThat(effect.result()).isEqualTo("false");
        assertThat(effect.operations()).isEmpty();
        assertThat(world.column("SELECT concat_ws(' ', user_id, email, verified) FROM queen_proxy.identities"))
                .containsExactly("$ann ann@gmail.example t");
    }

    @Test
    void a_sign_up_must_seat_the_person_on_every_cluster_that_stays() {
        world.name("leaving", "SELECT queen_proxy.create_cluster($acme, 'leaving', 'free', $cell)");
        world.call("set_cluster_status($leaving, 'deleting')");
        world.call("set_tenant_status($acme, 'grace')");

        Effect effect = world.call("provision_oauth_user('ACME', 'Carl@acme.example', 'github', '77', 'consumer')");
        world.name("carl", "SELECT id FROM queen_proxy.users WHERE email = 'carl@acme.example'");

        assertThat(world.describe(effect.result()))
                .isEqualTo("{\"user_id\": \"$carl\", \"tenant_id\": \"$acme\", \"clusters_granted\": 2}");
        assertThat(effect.operations().stream().map(world::describe))
                .containsExactly("user $carl signup cluster=- target=$carl"
                        + " {\"email\": \"carl@acme.example\", \"provider\": \"github\"}");
        assertThat(effect.notifications()).isEmpty();
        assertThat(world.column(
                        "SELECT cluster_id || ' ' || role FROM queen_proxy.cluster_roles WHERE user_id = $carl"))
                .containsExactlyInAnyOrder("$one consumer", "$two consumer");
        assertThat(world.column("SELECT concat_ws(' ', provider, provider_id, email, verified)"
                        + " FROM queen_proxy.identities WHERE user_id = $carl"))
                .containsExactly("github 77 carl@acme.example t");
    }

    @Test
    void a_sign_up_to_a_tenant_without_clusters_must_still_make_the_user() {
        world.name("empty", "SELECT queen_proxy.create_tenant('empty', 'Empty')");
        assertThat(world.call("provision_oauth_user('empty', 'e@empty.example', 'google', 'e', 'viewer')")
                        .result())
                .contains("\"clusters_granted\": 0");
    }

    @Test
    void a_password_must_leave_no_trace_but_its_hash() {
        Effect effect = world.call("set_user_password('Ann@acme.example', '%s')".formatted(World.HASH));
        assertThat(effect.operations())
                .containsExactly("control_plane $ann user_password_set cluster=- target=$ann {}");
        assertThat(world.value("SELECT password_hash || ' ' || (password_changed_at IS NOT NULL)"
                        + " FROM queen_proxy.users WHERE id = $ann"))
                .isEqualTo(World.HASH + " true");
        assertThat(world.value("SELECT password_changed_at FROM queen_proxy.users WHERE id = $bob"))
                .isNull();
    }
}
