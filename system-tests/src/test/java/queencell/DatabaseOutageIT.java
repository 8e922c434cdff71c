package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import queencell.dev.ExtraProxy;
import queencell.http.Answer;
import queencell.proxy.ProxyProcess;
import queencell.tenant.Tenant;
import queencell.wire.FaultyRoad;

/// The proxy's database goes away and comes back; the broker's stays (pipeline, 11).
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatabaseOutageIT {

    private static final String LISTING = "/api/v1/resources/queues";

    private FaultyRoad road;
    private ExtraProxy process;
    private ProxyProcess proxy;
    private Cell cell;

    @BeforeEach
    void start(Cell cell) {
        if (road == null) {
            this.cell = cell;
            road = FaultyRoad.to(
                    cell.pxdbAddress().host(), cell.pxdbAddress().port());
            process = cell.startProxy(
                    "proxy-outage",
                    Map.of(
                            "PXDB_HOST", "127.0.0.1",
                            "PXDB_PORT", Integer.toString(road.port()),
                            "PXDB_TIMEOUT_MS", "1000"));
            proxy = new ProxyProcess(process.door().url(), process.cellOnly().url(), process.log());
        }
    }

    @AfterEach
    void mend() {
        road.mend();
        Eventually.holds(() -> assertThat(proxy.metric("queen_proxy_listener_connected")).isEqualTo(1));
    }

    @AfterAll
    void stop() {
        if (process != null) {
            cell.stop(process);
            road.close();
        }
    }

    private Tenant known() {
        Tenant tenant = cell.tenant().through(proxy);
        assertThat(tenant.push("q").once().status()).isEqualTo(201);
        return tenant;
    }

    @Test
    void a_dead_database_must_not_stop_known_tenants() {
        Tenant known = known();
        Tenant unknown = cell.tenant().through(proxy);
        road.cut();
        Eventually.holds(() -> assertThat(proxy.metric("queen_proxy_listener_connected")).isZero());
        assertThat(known.push("q").times(5)).allSatisfy(answer -> assertThat(answer.status())
                .as(answer.toString())
                .isEqualTo(201));
        assertThat(known.push("new-queue").once().status()).isEqualTo(201);
        assertThat(known.pop("q", "g").status()).isEqualTo(200);
        assertThat(unknown.get(LISTING).status()).isEqualTo(421);
        Answer stranger = known.as("qk_live_unknown").get(LISTING);
        assertThat(stranger.status()).as(stranger.toString()).isEqualTo(401);
        assertThat(proxy.request("GET", "/healthz").host("x").send().status()).isEqualTo(200);

        road.mend();
        Eventually.holds(() -> assertThat(unknown.get(LISTING).status()).isEqualTo(200));
    }

    @Test
    void a_key_revoked_during_the_outage_must_be_dead_on_return() {
        Tenant known = known();
        String key = known.issueKey("read");
        assertThat(known.as(key).get(LISTING).status()).isEqualTo(200);
        road.cut();
        Eventually.holds(() -> assertThat(proxy.metric("queen_proxy_listener_connected")).isZero());
        // the notification is lost: nobody listens
        known.revoke(key);
        known.clusterStatus("push_blocked");
        assertThat(known.as(key).get(LISTING).status()).isEqualTo(200);
        road.mend();
        Eventually.holds(() -> assertThat(known.as(key).get(LISTING).status()).isEqualTo(401));
        Eventually.holds(() -> assertThat(known.push("q").once().code()).isEqualTo("push_blocked"));
    }

    @Test
    void a_change_just_before_the_outage_must_not_make_a_cluster_unknown() {
        Tenant known = known();
        known.control()
                .one(
                        "select queen_proxy.set_limit_override(?::uuid, '{\"max_queues\": 5}')::text",
                        known.cluster().toString());
        road.cut();
        assertThat(known.push("q").times(3)).allSatisfy(answer -> assertThat(answer.status())
                .as(answer.toString())
                .isEqualTo(201));
    }

    @Test
    void a_database_that_hangs_must_not_hang_known_tenants() {
        Tenant known = known();
        road.stall();
        assertThat(known.push("q").times(10)).allSatisfy(answer -> assertThat(answer.status())
                .as(answer.toString())
                .isEqualTo(201));
        Answer stranger = known.as("qk_live_unknown_too").get(LISTING);
        assertThat(stranger.status()).as(stranger.toString()).isEqualTo(401);
        // a session of the database that hangs is found only by its silence
        road.cut();
    }
}
