package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// The fixture to develop against (control plane, 19).
class DevelopmentFixtureIT {

    @Test
    void a_second_run_must_change_nothing_but_the_cells_address() {
        var database = TestDatabase.withSchema();
        database.run(Script.DEVELOPMENT_FIXTURE);
        String audited = "SELECT string_agg(action, ' ' ORDER BY at, action) FROM queen_proxy.operations";
        String once = database.text(audited);
        assertThat(database.text("SELECT base_url FROM queen_proxy.cells")).isEqualTo("http://127.0.0.1:6710");

        database.run(
                "SET queen_proxy.fixture_base_url = 'http://127.0.0.1:9999'; SET queen_proxy.fixture_region = 'lab'; "
                        + Script.DEVELOPMENT_FIXTURE);

        assertThat(database.text(audited)).isEqualTo(once);
        assertThat(database.text(
                        "SELECT concat_ws(' ', slug, region, base_url, class, cell_secret) FROM queen_proxy.cells"))
                .isEqualTo("local lab http://127.0.0.1:9999 shared");
    }

    @Test
    void a_proxy_that_serves_a_cell_of_another_name_must_find_the_tenant_there() {
        var database = TestDatabase.withSchema();
        database.run("SET queen_proxy.fixture_cell = 'elsewhere'; " + Script.DEVELOPMENT_FIXTURE);
        assertThat(database.text("SELECT concat_ws(' ', l.slug, c.slug) FROM queen_proxy.clusters c"
                        + " JOIN queen_proxy.cells l ON l.id = c.cell_id"))
                .isEqualTo("elsewhere dev");
    }

    @Test
    void the_documented_login_and_key_must_work() {
        var database = TestDatabase.withSchema();
        database.run(Script.DEVELOPMENT_FIXTURE);
        assertThat(database.text("SELECT concat_ws(' ', t.slug, t.name, c.slug, p.code, r.role, k.scopes,"
                        + " u.password_hash = public.crypt('devpass', u.password_hash), u.password_hash LIKE '$2a$10$%')"
                        + " FROM queen_proxy.tenants t JOIN queen_proxy.clusters c ON c.tenant_id = t.id"
                        + " JOIN queen_proxy.plans p ON p.id = c.plan_id JOIN queen_proxy.cluster_roles r ON r.cluster_id = c.id"
                        + " JOIN queen_proxy.users u ON u.id = r.user_id AND u.email = 'dev@localhost'"
                        + " JOIN queen_proxy.api_keys k ON k.cluster_id = c.id"
                        + " AND k.key_hash = encode(sha256('qk_dev_devdevdevdevdevdevdevdevdevdevdevdevdev'), 'hex')"))
                .isEqualTo("dev Dev Tenant dev free admin {produce,consume,admin,read} t t");
    }

    @Test
    void a_server_elsewhere_must_get_no_public_password_unless_forced() {
        var database = TestDatabase.withSchema();
        String elsewhere = Script.DEVELOPMENT_FIXTURE.replace("inet_server_addr()", "'10.0.0.7'::inet");
        assertThatThrownBy(() -> database.run(elsewhere))
                .hasMessage(
                        "development fixture: the server is 10.0.0.7, not on this machine, and the fixture's password and key"
                                + " are public: SET queen_proxy.fixture_force = 'true' if that is meant");
        assertThat(database.count("SELECT count(*) FROM queen_proxy.cells")).isZero();
        database.run("SET queen_proxy.fixture_force = 'true'; " + elsewhere);
        assertThat(database.count("SELECT count(*) FROM queen_proxy.cells")).isEqualTo(1);
    }
}
