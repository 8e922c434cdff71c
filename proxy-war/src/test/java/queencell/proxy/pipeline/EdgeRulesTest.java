package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntFunction;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;
import queencell.signin.TokenSettings;
import queencell.web.Hsts;

/// What is judged before a request reaches its cluster (pipeline, 13), through the whole data path.
class EdgeRulesTest {
    private static final String[] READ = {
        "GET /api/v1/resources/queues", "Host: path.example", "Authorization: Bearer " + TestPath.KEY
    };

    private HttpServer broker;

    @BeforeEach
    void startBroker() throws IOException {
        broker = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        broker.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            exchange.sendResponseHeaders(200, -1);
            exchange.close();
        });
        broker.start();
    }

    @AfterEach
    void stopBroker() {
        broker.stop(0);
    }

    private TestPath path(String... environment) {
        Map<String, String> all = new java.util.HashMap<>();
        for (String each : environment) {
            all.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        return new TestPath("path", "http://127.0.0.1:" + broker.getAddress().getPort(), EffectiveStatus.ACTIVE, all);
    }

    private static WireClient.Answer read(TestPath path, String field) throws IOException {
        return path.call("", READ[0], READ[1], READ[2], field);
    }

    /// A slow machine earns a token back between two requests.
    private static WireClient.Answer untilRefused(TestPath path, IntFunction<String> field) throws IOException {
        for (int time = 1; time <= 60; time++) {
            WireClient.Answer answer = read(path, field.apply(time));
            if (answer.status() == 429) {
                return answer;
            }
        }
        throw new AssertionError("sixty requests at one a second, and none was refused");
    }

    @Test
    void an_address_that_floods_must_wait_whatever_it_says_of_itself() throws IOException {
        try (var path = path("QUEEN_EDGE_RPS_PER_IP=1", "QUEEN_EDGE_BURST_PER_IP=2")) {
            assertThat(read(path, "X-Forwarded-For: 192.0.2.1").status()).isEqualTo(200);
            WireClient.Answer refused = untilRefused(path, time -> "X-Forwarded-For: 192.0.2." + time);
            assertThat(refused.code()).isEqualTo("rate_limited");
            assertThat(Integer.parseInt(refused.headers().get("Retry-After"))).isPositive();
        }
    }

    /// An address can be refused a million times a minute: the first line tells it, the next how often it was.
    @Test
    void a_refusal_of_an_address_must_leave_a_line_and_a_flood_of_them_no_flood_of_lines() throws IOException {
        try (var log = new HeardLog();
                var path = path(
                        "QUEEN_EDGE_RPS_PER_IP=1",
                        "QUEEN_EDGE_BURST_PER_IP=1",
                        "QUEEN_EDGE_TRUSTED_PROXIES=loopback")) {
            WireClient.Answer refused = untilRefused(path, _ -> "X-Forwarded-For: 2001:db8::1");
            untilRefused(path, _ -> "X-Forwarded-For: 2001:db8::2");

            assertThat(log.lines("address_limited"))
                    .singleElement()
                    .asString()
                    .contains(" edge ", "plane=data", "address=2001:db8:0:0:0:0:0:0 ", "retry_after_s=1")
                    .contains("rid=" + refused.headers().get("x-queen-request-id"), "suppressed=0");
        }
    }

    @Test
    void clients_of_a_trusted_balancer_must_not_share_one_bucket() throws IOException {
        try (var path =
                path("QUEEN_EDGE_RPS_PER_IP=1", "QUEEN_EDGE_BURST_PER_IP=1", "QUEEN_EDGE_TRUSTED_PROXIES=loopback")) {
            assertThat(read(path, "X-Forwarded-For: 192.0.2.1").status()).isEqualTo(200);
            assertThat(read(path, "X-Forwarded-For: 192.0.2.2").status()).isEqualTo(200);
            assertThat(read(path, "X-Forwarded-For: 192.0.2.1, 127.0.0.1").status())
                    .isEqualTo(429);
            // one network of IPv6
            assertThat(read(path, "X-Forwarded-For: 2001:db8::1").status()).isEqualTo(200);
            assertThat(read(path, "X-Forwarded-For: 2001:db8::ffff").status()).isEqualTo(429);
        }
    }

    @Test
    void clients_of_a_balancer_that_names_them_in_a_header_of_its_own_must_not_share_one_bucket() throws IOException {
        try (var path = path(
                "QUEEN_EDGE_RPS_PER_IP=1",
                "QUEEN_EDGE_BURST_PER_IP=1",
                "QUEEN_EDGE_TRUSTED_PROXIES=loopback",
                "QUEEN_EDGE_REAL_IP_HEADER=X-Real-IP")) {
            assertThat(read(path, "X-Real-IP: 192.0.2.1").status()).isEqualTo(200);
            assertThat(read(path, "x-real-ip: 192.0.2.2\nX-Forwarded-For: 192.0.2.1")
                            .status())
                    .isEqualTo(200);
            assertThat(untilRefused(path, time -> "X-Real-IP: 192.0.2.1\nX-Forwarded-For: 192.0.3." + time)
                            .status())
                    .isEqualTo(429);
        }
    }

    @Test
    void a_client_must_not_choose_its_address_with_a_line_before_that_of_the_balancer() throws IOException {
        try (var path = path(
                "QUEEN_EDGE_RPS_PER_IP=1",
                "QUEEN_EDGE_BURST_PER_IP=1",
                "QUEEN_EDGE_TRUSTED_PROXIES=loopback",
                "QUEEN_EDGE_REAL_IP_HEADER=X-Real-IP")) {
            assertThat(untilRefused(path, time -> "X-Real-IP: 192.0.3.%s\nX-Real-IP: 192.0.2.1".formatted(time))
                            .status())
                    .isEqualTo(429);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Cookie: queen_session=x",
                "Cookie: other=1; queen_session=x",
                "Cookie: queen_session =x",
                "Cookie: other=1\nCookie: queen_session=x"
            })
    void no_spelling_of_a_session_cookie_must_pass_a_foreign_page(String cookie) throws IOException {
        try (var path = path()) {
            WireClient.Answer answer =
                    path.call("{}", "POST /api/v1/push", "Host: path.example", "Origin: https://evil.example", cookie);
            assertThat(answer.status()).as(answer.body()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("csrf_rejected");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "QUEEN_PROXY_PUBLIC_URL=https://console.example/cell/",
                "QUEEN_PROXY_PUBLIC_URL=https://Console.example:443/cell?x=1",
                "QUEEN_PUBLIC_ORIGINS=https://other.example, https://console.example/"
            })
    void a_page_under_the_public_address_is_ours_however_the_address_is_written(String setting) throws IOException {
        try (var path = path(setting)) {
            WireClient.Answer answer = path.call(
                    "{}",
                    "POST /api/v1/push",
                    "Host: path.example",
                    "Origin: https://console.example",
                    "Cookie: queen_session=x");
            assertThat(answer.status()).as(answer.body()).isEqualTo(401);
        }
    }

    /// It says as well who tokens are meant for.
    @ParameterizedTest
    @ValueSource(strings = {"console.example:8443", "https://console.example:84430", "https://b\u00fccher.example"})
    void a_public_address_that_names_no_host_is_taken_because_the_list_counts(String address) {
        SettingsReader reader = SettingsReader.of(
                Map.of("QUEEN_PUBLIC_ORIGINS", "https://console.example", "QUEEN_PROXY_PUBLIC_URL", address));
        assertThatThrownBy(() -> EdgeFilter.originsOf(reader.read(EdgeRules.class), reader.read(TokenSettings.class)))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_PUBLIC_URL");
    }

    @Test
    void a_body_over_the_ceiling_of_the_edge_must_be_refused_by_its_name() throws IOException {
        try (var path = path("QUEEN_EDGE_MAX_BODY_BYTES=1024")) {
            WireClient.Answer answer = path.call("x".repeat(1025), "POST /api/v1/push", READ[1], READ[2]);
            assertThat(answer.status()).isEqualTo(413);
            assertThat(answer.body()).contains("1024", "QUEEN_EDGE_MAX_BODY_BYTES");
        }
    }

    /// The first request of a cluster, whose names are loaded while it is judged, is answered like any other.
    @Test
    void a_size_must_be_named_before_a_bad_name() throws IOException {
        try (var path = path("QUEEN_PROXY_MAX_BATCH_ITEMS=1")) {
            WireClient.Answer answer = path.call(
                    "{\"items\":[{\"queue\":\"\",\"payload\":1},{\"queue\":\"q\",\"payload\":1}]}",
                    "POST /api/v1/push",
                    READ[1],
                    READ[2]);
            assertThat(answer.status()).isEqualTo(413);
        }
    }

    /// Each of these would be looked for in vain: a balancer's clients would share one bucket, a console would not
    /// load.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "QUEEN_EDGE_REAL_IP_HEADER=x real ip",
                "QUEEN_EDGE_REAL_IP_HEADER=x-real-ip:",
                "QUEEN_EDGE_REAL_IP_HEADER=Forwarded",
                "QUEEN_EDGE_MAX_TRACKED_IPS=15",
                "QUEEN_EDGE_HSTS=true",
                "QUEEN_EDGE_TIMEOUT_EXEMPT=/api/v1/analytics, api/v1/status",
                "QUEEN_EDGE_TIMEOUT_EXEMPT=/api/v1/pop/queue/q?wait=true",
                "QUEEN_EDGE_TIMEOUT_EXEMPT=/api/v1/pop/queue/two words",
                "QUEEN_EDGE_TIMEOUT_EXEMPT=/api/v1/status#top",
                "QUEEN_EDGE_TIMEOUT_EXEMPT=/api/v1/pop/queue/\u0161um",
                "QUEEN_EDGE_TIMEOUT_EXEMPT=/api/v1/status\u0001",
                "QUEEN_EDGE_CORS_ORIGINS=https://a.example;https://b.example",
                "QUEEN_EDGE_CORS_ORIGINS=https://*.example.com",
                "QUEEN_EDGE_CORS_ORIGINS=console.example",
                "QUEEN_EDGE_CORS_ORIGINS=https://console.example, null",
                "QUEEN_EDGE_CORS_HEADERS=authorization, x token"
            })
    void a_malformed_setting_of_the_edge_must_end_the_start(String setting) {
        String name = setting.substring(0, setting.indexOf('='));
        SettingsReader reader = SettingsReader.of(Map.of(name, setting.substring(name.length() + 1)));
        assertThatThrownBy(() -> OwnDataPath.Settings.read(reader))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining(name);
    }

    @ParameterizedTest
    @CsvSource({"on,true,true", "auto,false,true", "off,false,false"})
    void browsers_must_be_told_to_stay_with_https_where_the_setting_says_so(
            String word, boolean overHttp, boolean overHttps) {
        Hsts rule = SettingsReader.of(Map.of("QUEEN_EDGE_HSTS", word, "QUEEN_EDGE_HSTS_MAX_AGE_S", "60"))
                .read(EdgeRules.class)
                .hstsRule();
        String value = "max-age=60; includeSubDomains";
        assertThat(rule.of(false)).isEqualTo(Optional.of(value).filter(_ -> overHttp));
        assertThat(rule.of(true)).isEqualTo(Optional.of(value).filter(_ -> overHttps));
    }

    @Test
    void an_origin_that_scripts_may_call_from_is_the_same_however_its_address_is_written() {
        SettingsReader reader =
                SettingsReader.of(Map.of("QUEEN_EDGE_CORS_ORIGINS", "*, https://Console.example:443/cell/"));
        assertThat(reader.read(WebEdgeRules.class).corsOrigins()).containsExactly("*", "https://console.example");
    }
}
