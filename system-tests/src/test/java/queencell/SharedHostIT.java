package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.http.Answer;
import queencell.http.Request;
import queencell.proxy.ProxyProcess;
import queencell.proxy.ProxyVariant;
import queencell.tenant.SessionTokens;
import queencell.tenant.Tenant;

/// Hosts on which the credential names the cluster, and operators (pipeline, 2, 3.3 and 6.6).
class SharedHostIT {

    private static final String LISTING = "/api/v1/resources/queues";
    private static final String ACT_AS = "x-queen-act-cluster";
    private static final String SHARED = "all.cell.test";

    private static Tenant tenant(Cell cell) {
        return cell.tenant().through(cell.proxy(ProxyVariant.STRICT_EDGE));
    }

    private static Request on(Tenant tenant, String host, String target) {
        return tenant.proxy().request("GET", target).host(host);
    }

    @ParameterizedTest
    @ValueSource(strings = {"all.cell.test", "ALL.cell.test.", "all.cell.test:6711", "second.cell.test"})
    void a_key_on_a_shared_host_must_reach_its_own_cluster(String host, Cell cell) {
        Tenant a = tenant(cell);
        Tenant b = tenant(cell);
        assertThat(b.push("mine").once().status()).isEqualTo(201);
        assertThat(on(b, host, LISTING).bearer(b.key()).send().text()).contains("\"mine\"");
        assertThat(on(a, host, LISTING).bearer(a.key()).send().text()).doesNotContain("mine");
    }

    @ParameterizedTest
    @ValueSource(strings = {"all.cell.test", "all.cell.test.", "SECOND.cell.test:80"})
    void a_shared_host_must_never_say_that_it_is_the_wrong_one(String host, Cell cell) {
        Tenant tenant = tenant(cell);
        String revoked = tenant.issueKey("read");
        tenant.revoke(revoked);
        refused(on(tenant, host, LISTING).send(), 401, "unauthorized");
        refused(on(tenant, host, LISTING).bearer("qk_live_garbage").send(), 401, "unauthorized");
        refused(on(tenant, host, LISTING).bearer("garbage").send(), 401, "unauthorized");
        Eventually.holds(() -> refused(on(tenant, host, LISTING).bearer(revoked).send(), 401, "unauthorized"));
        refused(on(tenant, host, "/api/v1/pop").send(), 404, "route_blocked");
    }

    @Test
    void a_suspended_cluster_must_show_its_state_to_live_credentials_only(Cell cell) {
        Tenant tenant = tenant(cell);
        tenant.clusterStatus("suspended");
        Eventually.holds(
                () -> refused(on(tenant, SHARED, LISTING).bearer(tenant.key()).send(), 403, "cluster_suspended"));
        refused(on(tenant, SHARED, LISTING).bearer("qk_live_garbage").send(), 401, "unauthorized");
    }

    @Test
    void a_key_must_not_act_as_anybody(Cell cell) {
        Tenant tenant = tenant(cell);
        refused(
                on(tenant, SHARED, LISTING)
                        .bearer(tenant.key())
                        .header(ACT_AS, tenant.slug())
                        .send(),
                403,
                "forbidden");
    }

    /// Its traffic would be counted here, where nobody holds its limits (A14).
    @Test
    void a_key_of_another_cells_cluster_must_open_nothing_here(Cell cell) {
        ProxyProcess everyCell = cell.proxy();
        ProxyProcess oneCell = cell.proxy(ProxyVariant.ONE_CELL);
        Tenant ours = cell.tenant().through(oneCell);
        Tenant foreign = cell.tenant(plan -> plan.behind(cell.brokerUrl())).through(oneCell);

        assertThat(on(ours, SHARED, LISTING).bearer(ours.key()).send().status()).isEqualTo(200);
        Answer refused = on(foreign, SHARED, LISTING).bearer(foreign.key()).send();
        refused(refused, 401, "unauthorized");
        assertThat(refused.bytes())
                .isEqualTo(on(foreign, SHARED, LISTING)
                        .bearer("qk_live_garbage")
                        .send()
                        .bytes());
        refused(foreign.get(LISTING), 421, "cluster_unknown");
        assertThat(foreign.through(everyCell).get(LISTING).status()).isEqualTo(200);
    }

    /// Nothing but their keys tells the two apart there.
    @Test
    void a_flood_must_not_refuse_a_neighbour_on_the_same_host(Cell cell) {
        ProxyProcess proxy = cell.proxy(ProxyVariant.STRICT_EDGE);
        Tenant noisy = cell.tenant(plan -> plan.maxReqPerSec(5).reqBurst(25)).through(proxy);
        Tenant quiet = cell.tenant(plan -> plan.maxReqPerSec(5).reqBurst(100)).through(proxy);
        List<Answer> flood = new ArrayList<>();
        List<Answer> neighbour = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            flood.add(on(noisy, SHARED, LISTING).bearer(noisy.key()).send());
            neighbour.add(on(quiet, SHARED, LISTING).bearer(quiet.key()).send());
        }
        assertThat(flood).filteredOn(Answer::refused).isNotEmpty().allSatisfy(answer -> {
            refused(answer, 429, "rate_limited");
            assertThat(answer.retryAfterSeconds()).isPositive();
        });
        assertThat(neighbour).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    }

    @Test
    void a_session_must_say_which_cluster_it_means(Cell cell) {
        Tenant a = tenant(cell);
        Tenant b = tenant(cell);
        String token = SessionTokens.of(a.adminUser());
        refused(on(a, SHARED, LISTING).bearer(token).send(), 403, "forbidden");
        assertThat(acting(a, token, a.slug()).status()).isEqualTo(200);
        Answer foreign = acting(a, token, b.slug());
        Answer unknown = acting(a, token, "nobody-at-all");
        refused(foreign, 403, "forbidden");
        assertThat(unknown.bytes()).isEqualTo(foreign.bytes());
        String bound = SessionTokens.token(
                Map.of("sub", a.adminUser().toString(), "cluster", a.cluster().toString(), "role", "viewer"),
                Duration.ofMinutes(5));
        assertThat(on(a, SHARED, LISTING).bearer(bound).send().status()).isEqualTo(200);
        refused(acting(a, bound, b.slug()), 403, "forbidden");
    }

    @Test
    void a_session_of_nobody_must_not_tell_which_clusters_exist(Cell cell) {
        Tenant tenant = tenant(cell);
        String nobody = SessionTokens.of(UUID.randomUUID());
        refused(acting(tenant, nobody, tenant.slug()), 401, "unauthorized");
        refused(acting(tenant, nobody, "nobody-at-all"), 401, "unauthorized");
    }

    @Test
    void a_surface_of_the_cell_must_open_to_live_operators_only(Cell cell) {
        Tenant tenant = tenant(cell);
        Tenant other = tenant(cell);
        String token = SessionTokens.of(tenant.adminUser());
        for (String target :
                new String[] {"/api/v1/status", "/api/v1/analytics/postgres-stats", "/metrics/prometheus"}) {
            refused(tenant.as(token).get(target), 404, "route_blocked");
            refused(tenant.get(target), 404, "route_blocked");
            refused(tenant.anonymous("GET", target).send(), 404, "route_blocked");
        }
        tenant.control().one("select queen_proxy.set_operator(?, true)::text", "admin@" + tenant.slug() + ".test");
        // the bit is cached for 30 s: another person is looked up anew
        String fresh = SessionTokens.of(operator(tenant));
        assertThat(tenant.as(fresh).get("/api/v1/status").status()).isEqualTo(200);
        assertThat(acting(other, fresh, other.slug()).status()).isEqualTo(200);
        refused(acting(other, fresh, "nobody-at-all"), 403, "forbidden");
    }

    private static UUID operator(Tenant tenant) {
        UUID person = tenant.person("viewer");
        String email =
                tenant.control().one("select email from queen_proxy.users where id = ?::uuid", person.toString());
        tenant.control().one("select queen_proxy.set_operator(?, true)::text", email);
        return person;
    }

    private static Answer acting(Tenant tenant, String token, String named) {
        return on(tenant, SHARED, LISTING).bearer(token).header(ACT_AS, named).send();
    }

    private static void refused(Answer answer, int status, String code) {
        assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
        assertThat(answer.code()).isEqualTo(code);
    }
}
