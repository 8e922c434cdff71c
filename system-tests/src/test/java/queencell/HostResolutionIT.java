package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.http.Answer;
import queencell.http.Connection;
import queencell.tenant.Tenant;

/// Which cluster a `Host` names, and what a request learns that names none (pipeline, 3.1 and 4).
class HostResolutionIT {

    private static final String LISTING = "/api/v1/resources/queues";

    @ParameterizedTest
    @ValueSource(strings = {"%s", "%s.eu1.example.com", "%s.eu1.example.com:6711", "%s.eu1.example.com.", "%s.:6711"})
    void a_usual_spelling_of_a_host_must_not_lose_its_cluster(String form, Cell cell) {
        Tenant tenant = cell.tenant();
        for (String slug : new String[] {tenant.slug(), tenant.slug().toUpperCase(java.util.Locale.ROOT)}) {
            Answer answer = cell.proxy("GET", LISTING)
                    .host(form.formatted(slug))
                    .bearer(tenant.key())
                    .send();
            assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        }
    }

    @Test
    void a_host_that_is_no_text_or_missing_must_not_reach_a_cluster(Cell cell) throws IOException {
        Tenant tenant = cell.tenant();
        // as UTF-8
        Answer noText = tenant.proxy()
                .request("GET", LISTING)
                .host(tenant.slug() + ".ex\u00e4mple")
                .bearer(tenant.key())
                .send();
        assertThat(noText.code()).as(noText.toString()).isEqualTo("cluster_unknown");
        try (var connection = Connection.to(tenant.proxy().door())) {
            String head = "GET %s HTTP/1.0\r\nAuthorization: Bearer %s\r\n\r\n".formatted(LISTING, tenant.key());
            connection.write(head.getBytes(StandardCharsets.ISO_8859_1));
            Answer missing = connection.read("GET");
            assertThat(missing.status()).as(missing.toString()).isEqualTo(421);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "nobody.cell.test",
                "",
                ":6711",
                ".",
                "[::1]:6711",
                "weird:notaport.example.com",
                "acme:",
                "-acme.cell.test",
                "ac_me.cell.test",
                "xn--aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.test"
            })
    void a_host_that_names_no_cluster_must_never_reach_one(String host, Cell cell) {
        Tenant tenant = cell.tenant();
        Answer answer =
                cell.proxy("GET", LISTING).host(host).bearer(tenant.key()).send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(421);
        assertThat(answer.code()).isEqualTo("cluster_unknown");
        assertThat(answer.header("x-queen-request-id"))
                .hasValueSatisfying(id -> assertThat(id).matches("[0-9a-f]{32}"));
    }

    @Test
    void a_blocked_path_must_not_hide_that_the_host_is_wrong(Cell cell) {
        Answer answer =
                cell.proxy("GET", "/api/v1/pop").host("nobody.cell.test").send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(421);
    }

    @Test
    void a_suspended_cluster_must_learn_nothing_but_that(Cell cell) {
        Tenant tenant = cell.tenant();
        assertThat(tenant.get(LISTING).status()).isEqualTo(200);
        tenant.clusterStatus("suspended");
        Eventually.holds(() -> {
            for (String target : new String[] {LISTING, "/api/v1/pop", "/metrics/prometheus", "/health"}) {
                Answer answer = tenant.get(target);
                assertThat(answer.status()).as(target + answer).isEqualTo(403);
                assertThat(answer.code()).isEqualTo("cluster_suspended");
            }
        });
        assertThat(tenant.anonymous("GET", LISTING).send().code()).isEqualTo("cluster_suspended");
    }

    @Test
    void a_suspended_tenant_must_not_be_served_through_any_of_its_clusters(Cell cell) {
        Tenant tenant = cell.tenant();
        tenant.tenantStatus("suspended");
        Eventually.holds(() -> assertThat(tenant.get(LISTING).code()).isEqualTo("cluster_suspended"));
        tenant.tenantStatus("active");
        Eventually.holds(() -> assertThat(tenant.get(LISTING).status()).isEqualTo(200));
    }

    @Test
    void a_billing_hold_must_stop_pushes_and_let_the_tenant_drain(Cell cell) {
        Tenant tenant = cell.tenant();
        assertThat(tenant.push("orders").once().status()).isEqualTo(201);
        tenant.tenantStatus("grace");
        Eventually.holds(() -> {
            Answer push = tenant.push("orders").once();
            assertThat(push.status()).as(push.toString()).isEqualTo(403);
            assertThat(push.code()).isEqualTo("push_blocked");
            assertThat(push.json().path("error").asText()).contains("billing");
        });
        Answer pop = tenant.pop("orders", "g");
        assertThat(pop.status()).as(pop.toString()).isEqualTo(200);
        assertThat(tenant.delete("/api/v1/resources/queues/orders").status()).isLessThan(300);
    }

    @Test
    void a_probe_of_a_load_balancer_must_not_need_a_cluster(Cell cell) {
        for (String target : new String[] {"/healthz", "/readyz"}) {
            Answer answer = cell.proxy("GET", target).host("nobody.cell.test").send();
            assertThat(answer.status()).as(target + answer).isEqualTo(200);
        }
        assertThat(cell.proxy("GET", "/health").host("nobody.cell.test").send().status())
                .isEqualTo(421);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/pop",
                "/api/v1/pop/",
                "/api/v1/status",
                "/api/v1/status/buffers",
                "/api/v1/analytics/postgres-stats",
                "/api/v1/analytics/system-metrics",
                "/api/v1/system/maintenance",
                "/api/v1/system/anything",
                "/api/v1/migration/start",
                "/api/v1/stats/refresh",
                "/internal/x",
                "/metrics",
                "/metrics/prometheus",
                "/status",
                "/api/v1/unknown",
                "/api/v2/push",
                "/streams/v2/cycle",
                "/streams/",
                "/api/v1/statusfoo",
                "/api/v1/status/../system/maintenance",
                "/api/v1/status/%2e%2e/system/maintenance",
                "/api/v1/status/..%2fsystem",
                "/api/v1/status/..;x/system",
                "/api/v1/resources/%2E%2E%5Csystem",
                "/api/v1/resources/a%00b"
            })
    void a_surface_of_the_whole_cell_must_look_absent_to_a_tenant(String target, Cell cell) {
        Tenant tenant = Suite.tenant(cell);
        for (String method : new String[] {"GET", "POST"}) {
            Answer answer = tenant.request(method, target).body(new byte[0]).send();
            assertThat(answer.status()).as(method + " " + target + answer).isEqualTo(404);
            assertThat(answer.code()).isEqualTo("route_blocked");
        }
        assertThat(tenant.anonymous("GET", target).send().status()).isEqualTo(404);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/status/%62uffers",
                "/api/v1/status/buffers/",
                "/api/v1/status//buffers",
                "/api/v1/status/",
                "/api/v1/status/Buffers",
                "/api/v1/status;x/buffers",
                "/api/v1/status/buffers;x",
                "/api/v1/status/buffers%3Fx",
                "/api/v1/status/buffers%00",
                "/api/v1/analytics/postgres%2Dstats",
                "/api/v1/analytics/postgres-stats/",
                "/api/v1/analytics/system%2dmetrics",
                "/api/v1/status/%71ueues?limit=5000",
                "/api/v1/messages/?queue=q&limit=5000",
                "/api/v1/resources/queues/q/../../status"
            })
    void another_spelling_must_not_reach_a_surface_of_the_cell_or_pass_a_bound(String target, Cell cell) {
        // some of these pass as a read: the broker must not take them for what they resemble
        Answer answer = Suite.tenant(cell).get(target);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(404);
    }
}
