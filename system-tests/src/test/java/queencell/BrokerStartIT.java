package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import queencell.dev.Part;
import queencell.http.Answer;

/// The ground that every other suite stands on: a real PostgreSQL and a real broker, without the applications.
class BrokerStartIT {

    private static Cell ground;

    @BeforeAll
    static void start() {
        ground = Cell.start(Cell.plan("cell-ground").withParts(Part.POSTGRES, Part.BROKER));
    }

    @AfterAll
    static void stop() {
        // null when the start failed, which is the failure to see then
        if (ground != null) {
            ground.close();
        }
    }

    @Test
    void a_broker_that_is_ready_but_unhealthy_would_fail_every_suite() {
        Answer health = ground.broker("GET", "/health").send();
        assertThat(health.status()).as(health.toString()).isEqualTo(200);
        assertThat(health.json().path("database").asText()).isEqualTo("connected");
        assertThat(health.json().path("version").asText()).matches("\\d+\\.\\d+\\.\\d+");
    }

    @Test
    void tenants_must_not_share_queues_and_kv_must_be_writable() {
        assertThat(ground.broker("GET", "/health")
                        .header("x-queen-tenant", "no-uuid")
                        .send()
                        .status())
                .isEqualTo(400);
        Answer put = ground.broker("PUT", "/api/v1/kv/ground/check")
                .header("x-queen-tenant", "00000000-0000-0000-0000-0000000000aa")
                .json("{\"value\":1,\"ttlSeconds\":60}")
                .send();
        assertThat(put.status()).as(put.toString()).isEqualTo(200);
    }

    @Test
    void the_brokers_times_are_utc_and_its_text_is_utf8() throws Exception {
        try (var connection = ground.pxdb();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("""
                        select pg_encoding_to_char(encoding), array_to_string(setconfig, ',')
                        from pg_database d join pg_db_role_setting s on s.setdatabase = d.oid
                        where datname = 'queen_broker'""")) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.getString(1)).isEqualTo("UTF8");
            assertThat(rows.getString(2)).contains("TimeZone=UTC");
        }
    }

    @Test
    void a_killed_broker_comes_back_on_its_port_with_its_data() {
        Answer before = ground.broker("PUT", "/api/v1/kv/ground/kept")
                .json("{\"value\":\"here\",\"ttlSeconds\":600}")
                .send();
        assertThat(before.status()).as(before.toString()).isEqualTo(200);
        ground.kill(Part.BROKER);
        assertThat(ground.alive(Part.BROKER)).isFalse();
        ground.start(Part.BROKER);
        Answer after = ground.broker("GET", "/api/v1/kv/ground/kept").send();
        assertThat(after.json().path("value").asText()).as(after.toString()).isEqualTo("here");
    }
}
