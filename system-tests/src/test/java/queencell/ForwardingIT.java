package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.http.Answer;
import queencell.tenant.Tenant;
import queencell.wire.SeenRequest;
import queencell.wire.StandInBroker;

/// What the broker gets to see of a request (pipeline, 9.1), byte for byte.
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ForwardingIT {

    private static final String SECRET = "the-cell-secret-of-forwarding";
    private static final String LISTING = "/api/v1/resources/queues";

    private final StandInBroker broker = StandInBroker.start();
    private Tenant tenant;

    @BeforeEach
    void fresh(Cell cell) {
        if (tenant == null) {
            tenant = cell.tenant(plan -> plan.behind(broker.url()).cellSecret(SECRET));
        }
        broker.answer(200, "{}").forget();
    }

    @AfterAll
    void close() {
        broker.close();
    }

    @Test
    void a_forged_header_must_not_reach_the_broker() {
        Answer answer = tenant.request("GET", LISTING)
                .header("x-queen-tenant", "00000000-0000-0000-0000-000000000001")
                .header("X-QUEEN-Tenant", "11111111-1111-1111-1111-111111111111")
                .header("x-queen-eph-fwd", "1")
                .header("x-queen-request-id", "forged")
                .header("x-queen-anything", "forged")
                .header("Cookie", "queen_session=stolen; other=1")
                .header("Proxy-Authorization", "Basic forged")
                .header("Connection", "x-queen-tenant, x-secret-hop, close")
                .header("x-secret-hop", "hop")
                .header("Keep-Alive", "timeout=5")
                .header("TE", "trailers")
                .header("Upgrade", "websocket")
                .header("x-mine", "kept")
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);

        SeenRequest seen = broker.only();
        assertThat(seen.all("x-queen-tenant")).containsExactly(tenant.brokerTenant());
        assertThat(seen.all("authorization")).containsExactly("Bearer " + SECRET);
        assertThat(seen.all("x-queen-request-id"))
                .containsExactly(answer.header("x-queen-request-id").orElseThrow());
        assertThat(seen.all("x-mine")).containsExactly("kept");
        for (String gone : new String[] {
            "x-queen-eph-fwd",
            "x-queen-anything",
            "cookie",
            "proxy-authorization",
            "x-secret-hop",
            "keep-alive",
            "te",
            "upgrade",
            "x-queen-act-cluster"
        }) {
            assertThat(seen.all(gone)).as(gone).isEmpty();
        }
        assertThat(seen.toString()).doesNotContain("forged", "stolen", tenant.key());
        assertThat(seen.all("host")).containsExactly(broker.url().getRawAuthority());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/resources/queues/a%2Fb?x=%2F%3F",
                "/api/v1/resources/queues/a+b%20c?q=a+b&q=a%2Bb",
                "/api/v1/resources/queues/[a]^b|c{d}?x=[1]",
                "/api/v1/resources/queues/%zz%",
                "/api/v1/resources/queues/Prüfung/日本?name=ü",
                "/api/v1/resources/queues/a;v=1;w?x;y",
                "/api/v1/resources/queues?",
                "/api/v1/resources/queues?a=&b&=c&a=2&A=3&&",
                "/api/v1/resources/queues//double//slash",
                "/api/v1/resources/queues/back\\slash",
                "/api/v1/resources/queues/%41%6a%c3%bc"
            })
    void a_target_must_not_be_repaired_on_its_way(String target) {
        Answer answer = tenant.get(target);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        String asBytes = new String(target.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        assertThat(broker.only().target()).isEqualTo(asBytes);
    }

    @Test
    void a_clamped_parameter_must_leave_its_neighbours_alone(Cell cell) {
        Tenant small = cell.tenant(plan -> plan.behind(broker.url()).maxBatchItems(50));
        broker.answer(204, "");
        small.get("/api/v1/pop/queue/a%2Fb?consumerGroup=g+1&batch=900&x=&wait=true&timeout=999999&z=%C3%BC");
        assertThat(broker.only().target())
                .isEqualTo("/api/v1/pop/queue/a%2Fb?consumerGroup=g+1&batch=50&x=&wait=true&timeout=90000&z=%C3%BC");
    }

    @Test
    void binary_frames_must_not_be_asked_for_in_the_name_of_a_tenant() {
        broker.answer(204, "");
        tenant.get("/api/v1/pop/queue/q?consumerGroup=g&frames=true&batch=1");
        assertThat(broker.only().target()).isEqualTo("/api/v1/pop/queue/q?consumerGroup=g&batch=1");
    }

    @Test
    void a_limit_over_the_bound_must_be_refused_and_not_cut() {
        Answer answer = tenant.get("/api/v1/messages?queue=q&limit=1001");
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
        assertThat(answer.json().path("error").asText()).contains("1000");
        assertThat(broker.seen()).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/pop/queue/q?batch=1&batch=2",
                "/api/v1/pop/queue/q?wait=true&wait=false",
                "/api/v1/pop/queue/q?timeout=1&timeout=2",
                "/api/v1/messages?limit=1&limit=2"
            })
    void a_parameter_that_is_read_must_not_stand_there_twice(String target) {
        Answer answer = tenant.get(target);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(400);
        assertThat(answer.code()).isEqualTo("invalid_request");
        assertThat(broker.seen()).isEmpty();
    }

    @Test
    void a_body_must_arrive_as_it_was_sent() {
        String body = "{ \"items\" : [ {\"queue\":\"q\",\"payload\": {\"b\":1.10,\"a\":1e2,\"b\\u0041\":\"\\ud83d\\ude00\"} } ] }\n";
        broker.answer(201, "[{\"index\":0,\"status\":\"queued\"}]");
        Answer answer = tenant.post("/api/v1/push", body);
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
        assertThat(broker.only().text()).isEqualTo(body);
        assertThat(broker.only().all("accept-encoding")).containsExactly("identity");
    }

    @Test
    void an_answer_of_the_broker_must_not_be_rewritten() {
        String strange = "{ \"error\" : \"its own words\", \"extra\":[1,2] }";
        for (int status : new int[] {200, 400, 403, 409, 429, 500, 503}) {
            broker.answer(status, strange);
            Answer answer = tenant.get(LISTING);
            assertThat(answer.status()).isEqualTo(status);
            assertThat(answer.text()).isEqualTo(strange);
        }
    }

    @Test
    void fields_that_the_proxy_adds_must_not_exceed_what_the_broker_reads() {
        var request = tenant.request("GET", LISTING);
        // with Host and Authorization ninety-eight
        for (int i = 0; i < 96; i++) {
            request.header("x-field-" + i, "v");
        }
        Answer answer = request.send();
        if (answer.status() == 200) {
            assertThat(broker.only().fields()).hasSizeLessThanOrEqualTo(100);
        } else {
            assertThat(answer.status()).as(answer.toString()).isEqualTo(431);
            assertThat(broker.seen()).isEmpty();
        }
    }
}
