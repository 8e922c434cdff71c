package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.http.Answer;
import queencell.http.Connection;
import queencell.proxy.ProxyVariant;
import queencell.tenant.Tenant;
import queencell.wire.StandInBroker;

/// Raw bytes at the tenants' port, and what of them reaches the broker (pipeline, 12 and 13).
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RawSocketIT {

    /// Far less than an idle connection may stay: what ends within it, the proxy has ended for what was sent.
    private static final Duration PATIENCE = Duration.ofSeconds(20);
    private static final String BODY = "{\"items\":[{\"queue\":\"q\",\"payload\":1}]}";

    private final StandInBroker broker = StandInBroker.start();
    private Tenant tenant;

    @BeforeEach
    void fresh(Cell cell) {
        if (tenant == null) {
            tenant = cell.tenant(plan -> plan.behind(broker.url())).through(cell.proxy(ProxyVariant.STRICT_EDGE));
        }
        broker.answer(201, "[]").forget();
    }

    @AfterAll
    void close() {
        broker.close();
    }

    private Connection connect() throws IOException {
        return Connection.to(tenant.proxy().door());
    }

    /// `\r`, `\n`, `\0` and `HEAD` (Host and credential) are written out.
    private byte[] bytes(String shape) {
        return shape.replace(
                        "HEAD", "Host: " + tenant.host() + "\\r\\nAuthorization: Bearer " + tenant.key() + "\\r\\n")
                .replace("\\r", "\r")
                .replace("\\n", "\n")
                .replace("\\0", "\0")
                .getBytes(StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '#', quoteCharacter = '`', textBlock = """
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length: 5\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: chunked\\r\\nContent-Length: 5\\r\\n\\r\\n0\\r\\n\\r\\n
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length: 2\\r\\nContent-Length: 3\\r\\n\\r\\n{}
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length: 2\\r\\nContent-Length: 2\\r\\n\\r\\n{}
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length: 2, 2\\r\\n\\r\\n{}
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length: +2\\r\\n\\r\\n{}
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length: -1\\r\\n\\r\\n{}
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length: 0x2\\r\\n\\r\\n{}
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length: 99999999999999999999\\r\\n\\r\\n{}
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length:\\r\\n\\r\\n{}
            501 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: gzip\\r\\n\\r\\n
            501 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: gzip, chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            501 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: xchunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: chunked\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding : chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400 # POST /api/v1/push HTTP/1.0\\r\\nHEADTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nHEADX-Folded: a\\r\\n b\\r\\n\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\n Leading: a\\r\\nHEAD\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nHEADno colon here\\r\\n\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nHEADX-Nul: a\\0b\\r\\n\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nHEADX-Cr: a\\rb\\r\\n\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nHEADX Space: a\\r\\n\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nHEAD: empty name\\r\\n\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\n\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nHEADHost: other.cell.test\\r\\n\\r\\n
            400 # GET  /api/v1/resources/queues HTTP/1.1\\r\\nHEAD\\r\\n
            400 # GET /api/v1/resources/queues\\r\\nHEAD\\r\\n
            400 # GET http://other.cell.test/api/v1/resources/queues HTTP/1.1\\r\\nHEAD\\r\\n
            400 # GET other.cell.test:80 HTTP/1.1\\r\\nHEAD\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\nHEAD\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nHEADX-Lf: a\\n\\r\\n
            400 # GET /api/v1/resources/queues HTTP/1.1\\r\\nHEAD\\n
            400 # G@T /api/v1/resources/queues HTTP/1.1\\r\\nHEAD\\r\\n
            505 # GET /api/v1/resources/queues HTTP/2.0\\r\\nHEAD\\r\\n
            505 # PRI * HTTP/2.0\\r\\n\\r\\nSM\\r\\n\\r\\n
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: chunked\\r\\n\\r\\nzz\\r\\n
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: chunked\\r\\n\\r\\n-2\\r\\n{}\\r\\n0\\r\\n\\r\\n
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: chunked\\r\\n\\r\\n2\\r\\n{}x\\r\\n0\\r\\n\\r\\n
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: chunked\\r\\n\\r\\nffffffffffffffffff\\r\\n{}
            400 # POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: chunked\\r\\n\\r\\n2\\n{}\\r\\n0\\r\\n\\r\\n
            """)
    void a_doubtful_request_must_end_the_connection_and_reach_nobody(int status, String shape) throws IOException {
        try (var connection = connect()) {
            // what follows would be smuggled
            connection.write(bytes(shape + "GET /api/v1/resources/queues?smuggled=1 HTTP/1.1\\r\\nHEAD\\r\\n"));
            Answer answer = connection.read("POST");
            assertThat(answer.status()).as(answer.toString()).isEqualTo(status);
            assertThat(answer.code()).isEqualTo("invalid_request");
            assertThat(connection.endedWithin(PATIENCE)).isTrue();
        }
        assertThat(broker.seen()).isEmpty();
    }

    @Test
    void pipelined_requests_must_be_answered_in_their_order() throws IOException {
        broker.answer(request -> StandInBroker.response(200, "{\"target\":\"" + request.target() + "\"}"));
        try (var connection = connect()) {
            var all = new StringBuilder();
            for (int i = 0; i < 20; i++) {
                all.append("GET /api/v1/resources/queues?n=").append(i).append(" HTTP/1.1\\r\\nHEAD\\r\\n");
            }
            connection.write(bytes(all.toString()));
            for (int i = 0; i < 20; i++) {
                assertThat(connection.read("GET").text()).contains("?n=" + i + "\"");
            }
        }
        assertThat(broker.seen()).hasSize(20);
    }

    @Test
    void a_chunked_body_must_arrive_whole_and_without_its_trailers() throws IOException {
        try (var connection = connect()) {
            connection.write(bytes("POST /api/v1/push HTTP/1.1\\r\\nHEADTransfer-Encoding: Chunked\\r\\n\\r\\n"));
            for (byte each : BODY.getBytes(StandardCharsets.UTF_8)) {
                connection.write(new byte[] {'1', ';', 'x', '=', 'y', '\r', '\n', each, '\r', '\n'});
            }
            connection.write(bytes("0\\r\\nx-queen-tenant: forged\\r\\n\\r\\n"));
            assertThat(connection.read("POST").status()).isEqualTo(201);
        }
        assertThat(broker.only().text()).isEqualTo(BODY);
        assertThat(broker.only().toString()).doesNotContain("forged");
    }

    @Test
    void a_client_that_waits_for_100_must_be_told_to_go_on() throws IOException {
        try (var connection = connect()) {
            connection.write(bytes("POST /api/v1/push HTTP/1.1\\r\\nHEADExpect: 100-continue\\r\\nContent-Length: "
                    + BODY.length() + "\\r\\n\\r\\n"));
            assertThat(connection.readHead()).startsWith("HTTP/1.1 100");
            connection.write(bytes(BODY));
            assertThat(connection.read("POST").status()).isEqualTo(201);
        }
    }

    @Test
    void a_refused_client_must_not_be_told_to_send_its_body() throws IOException {
        try (var connection = connect()) {
            connection.write(bytes("POST /api/v1/push HTTP/1.1\\r\\nHost: " + tenant.host()
                    + "\\r\\nExpect: 100-continue\\r\\nContent-Length: 10000\\r\\n\\r\\n"));
            assertThat(connection.readHead()).startsWith("HTTP/1.1 401");
        }
    }

    @Test
    void an_upgrade_must_not_open_a_tunnel() throws IOException {
        broker.answer(request ->
                "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nUpgrade: h2c\r\n\r\n{}".getBytes(StandardCharsets.ISO_8859_1));
        try (var connection = connect()) {
            connection.write(
                    bytes("GET /api/v1/resources/queues HTTP/1.1\\r\\nHEADConnection: Upgrade, HTTP2-Settings\\r\\n"
                            + "Upgrade: h2c\\r\\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\\r\\n\\r\\n"));
            Answer answer = connection.read("GET");
            assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
            assertThat(answer.header("Upgrade")).isEmpty();
        }
        assertThat(broker.only().all("upgrade")).isEmpty();
        assertThat(broker.only().all("http2-settings")).isEmpty();
    }

    @Test
    void a_client_of_http_1_0_must_be_answered_and_let_go() throws IOException {
        try (var connection = connect()) {
            connection.write(bytes("GET /api/v1/resources/queues HTTP/1.0\\r\\nHEAD\\r\\n"));
            assertThat(connection.read("GET").status()).isEqualTo(201);
            assertThat(connection.endedWithin(PATIENCE)).isTrue();
        }
    }

    @Test
    void a_head_that_trickles_in_must_not_hold_a_connection() throws IOException {
        try (var connection = connect()) {
            connection.write(bytes("GET /api/v1/resources/queues HTTP/1.1\\r\\nHost: "));
            Answer answer = connection.read("GET");
            assertThat(answer.status()).as(answer.toString()).isEqualTo(408);
            assertThat(answer.code()).isEqualTo("request_incomplete");
            assertThat(connection.endedWithin(PATIENCE)).isTrue();
        }
    }

    @Test
    void a_body_that_trickles_in_must_not_hold_a_connection() throws IOException {
        try (var connection = connect()) {
            connection.write(bytes("POST /api/v1/push HTTP/1.1\\r\\nHEADContent-Length: 100000\\r\\n\\r\\n{"));
            Answer answer = connection.read("POST");
            assertThat(answer.status()).as(answer.toString()).isEqualTo(408);
            assertThat(answer.code()).isEqualTo("request_incomplete");
            assertThat(connection.endedWithin(PATIENCE)).isTrue();
        }
        assertThat(broker.seen()).isEmpty();
    }

    @Test
    void a_head_over_the_bounds_must_be_refused() {
        assertThat(tenant.get("/api/v1/resources/queues?" + "x".repeat(8_192)).status())
                .isEqualTo(414);
        assertThat(tenant.request("GET", "/api/v1/resources/queues")
                        .header("X-Long", "v".repeat(16_385))
                        .send()
                        .status())
                .isEqualTo(431);
        var many = tenant.request("GET", "/api/v1/resources/queues");
        for (int i = 0; i < 99; i++) {
            many.header("X-" + i, "v");
        }
        Answer tooMany = many.send();
        assertThat(tooMany.status()).as(tooMany.toString()).isEqualTo(431);
        assertThat(tooMany.code()).isEqualTo("request_headers_too_large");
        var large = tenant.request("GET", "/api/v1/resources/queues");
        for (int i = 0; i < 5; i++) {
            large.header("X-" + i, "v".repeat(15_000));
        }
        assertThat(large.send().status()).isEqualTo(431);
        assertThat(broker.seen()).isEmpty();
        var safe = tenant.request("GET", "/api/v1/resources/queues");
        // with Host and Authorization ninety-six
        for (int i = 0; i < 94; i++) {
            safe.header("X-" + i, "v");
        }
        assertThat(safe.send().status()).isEqualTo(201);
    }

    @Test
    void random_bytes_must_never_be_an_internal_error() throws IOException {
        // a failure is repeated with the same bytes
        var random = new Random(42);
        for (int round = 0; round < 200; round++) {
            byte[] target = new byte[random.nextInt(1, 60)];
            for (int i = 0; i < target.length; i++) {
                // what no target may hold is tested above
                target[i] = (byte) random.nextInt(0x21, 0x100);
            }
            String shape = round % 2 == 0 ? "/api/v1/" : "/";
            try (var connection = connect()) {
                connection.write(bytes("GET " + shape));
                connection.write(target);
                connection.write(bytes(" HTTP/1.1\\r\\nHEADConnection: close\\r\\n\\r\\n"));
                Answer answer = connection.read("GET");
                assertThat(answer.status())
                        .as("%s%s: %s", shape, new String(target, StandardCharsets.ISO_8859_1), answer)
                        .isNotEqualTo(500);
            }
        }
        assertThat(tenant.proxy().ready()).isTrue();
    }
}
