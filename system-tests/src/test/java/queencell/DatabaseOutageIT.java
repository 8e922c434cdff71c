package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
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
            road = FaultyRoad.to(cell.pxdbAddress().host(), cell.pxdbAddress().port());
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
        Eventually.holds(
                () -> assertThat(proxy.metric("queen_proxy_listener_connected")).isEqualTo(1));
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
        settled(tenant);
        return tenant;
    }

    /// Waits until the proxy has heard of every change of this tenant and has looked it up since. What it hears of
    /// later is not believed once the database is away.
    private static void settled(Tenant tenant) {
        tenant.clusterStatus("push_blocked");
        Eventually.holds(() -> assertThat(tenant.push("q").once().status()).isEqualTo(403));
        tenant.clusterStatus("active");
        Eventually.holds(() -> assertThat(tenant.push("q").once().status()).isEqualTo(201));
        assertThat(tenant.push("q").once().status()).isEqualTo(201);
    }

    /// One outage serves all of these: after each the listener waits longer for its next attempt.
    @Test
    void a_dead_database_must_stop_nobody_who_is_known_and_admit_nobody_else() {
        Tenant known = known();
        Tenant changed = known();
        Tenant unknown = cell.tenant().through(proxy);
        String key = known.issueKey("read");
        settled(known);
        assertThat(known.as(key).get(LISTING).status()).isEqualTo(200);
        changed.control()
                .one(
                        "select queen_proxy.set_limit_override(?::uuid, '{\"max_queues\": 5}')::text",
                        changed.cluster().toString());
        road.cut();
        Eventually.holds(
                () -> assertThat(proxy.metric("queen_proxy_listener_connected")).isZero());

        assertThat(known.push("q").times(5))
                .allSatisfy(answer ->
                        assertThat(answer.status()).as(answer.toString()).isEqualTo(201));
        assertThat(known.push("new-queue").once().status()).isEqualTo(201);
        assertThat(known.pop("q", "g").status()).isEqualTo(200);
        assertThat(unknown.get(LISTING).status()).isEqualTo(421);
        assertThat(known.as("qk_live_unknown").get(LISTING).status()).isEqualTo(401);
        // its keys may be what changed, so they are not believed; its host still is
        assertThat(changed.get(LISTING).status()).isIn(200, 401);
        assertThat(proxy.request("GET", "/healthz").host("x").send().status()).isEqualTo(200);

        // nobody hears these notifications
        known.revoke(key);
        known.clusterStatus("push_blocked");
        assertThat(known.as(key).get(LISTING).status()).isEqualTo(200);

        road.mend();
        Eventually.holds(() -> assertThat(known.as(key).get(LISTING).status()).isEqualTo(401));
        Eventually.holds(() -> assertThat(known.push("q").once().code()).isEqualTo("push_blocked"));
        Eventually.holds(() -> assertThat(unknown.get(LISTING).status()).isEqualTo(200));
        assertThat(changed.get(LISTING).status()).isEqualTo(200);
    }

    @Test
    void a_database_that_hangs_must_not_hang_known_tenants() throws InterruptedException {
        Tenant known = known();
        road.stall();
        assertThat(known.push("q").times(10))
                .allSatisfy(answer ->
                        assertThat(answer.status()).as(answer.toString()).isEqualTo(201));
        Answer stranger = known.as("qk_live_unknown_too").get(LISTING);
        assertThat(stranger.status()).as(stranger.toString()).isEqualTo(401);
        // a session of the database that hangs is found only by its silence
        road.cut();
        // so long a key counts by itself; from then on only the grace lets it in
        Thread.sleep(Duration.ofSeconds(31));
        assertThat(known.push("q").once().status()).isEqualTo(201);
        assertThat(known.as("qk_live_unknown_too").get(LISTING).status()).isEqualTo(401);
    }
}
