package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.web.Hsts;
import queencell.web.TrustedProxies;

/// A balancer ends TLS, and the listener answers by itself (pipeline, 13): browsers must hear the same of HTTPS as from
/// the application.
class OwnAnswersTest {

    private static final String HSTS = "strict-transport-security";
    private static final String OVER_HTTPS = "X-Forwarded-Proto: https\r\n";

    private static TinyListener behind(String balancer) {
        var own = new OwnAnswers(Hsts.auto(Duration.ofSeconds(77)), TrustedProxies.parse("TRUSTED", List.of(balancer)));
        return TinyListener.start(edge -> edge, Optional.empty(), own, EventLoops.start("tiny", 1));
    }

    private static RawClient.Answer refused(TinyListener tiny, String request) throws IOException {
        try (RawClient client = tiny.client()) {
            return client.send(request).answer();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                // two hosts: whole, and refused
                "GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n%s\r\n",
                "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: gzip\r\n%s\r\n",
                "POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1025\r\n%s\r\n",
                "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n%s\r\nno chunk\r\n",
                "GET /park HTTP/1.1\r\nHost: h\r\n%s\r\n"
            })
    void a_refusal_behind_a_trusted_balancer_forgets_that_the_client_speaks_https(String shape) throws IOException {
        try (TinyListener tiny = behind("loopback")) {
            tiny.application().timeout = Duration.ofMillis(50);
            RawClient.Answer answer = refused(tiny, shape.formatted(OVER_HTTPS));
            assertThat(answer.status()).isGreaterThanOrEqualTo(400);
            assertThat(answer.field(HSTS)).isEqualTo("max-age=77; includeSubDomains");
            assertThat(refused(tiny, shape.formatted("")).field(HSTS)).isNull();
        }
    }

    @Test
    void a_stranger_is_believed_that_he_speaks_https() throws IOException {
        try (TinyListener tiny = behind("10.0.0.1")) {
            assertThat(refused(tiny, "GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\n" + OVER_HTTPS + "\r\n")
                            .field(HSTS))
                    .isNull();
        }
    }

    /// A balancer that appends leaves the client's own line before its own.
    @ParameterizedTest
    @ValueSource(strings = {"https\r\nX-Forwarded-Proto: http", "https, http", "https,http\r\nX-Forwarded-Proto:"})
    void a_client_of_a_trusted_balancer_says_for_itself_that_it_speaks_https(String words) throws IOException {
        try (TinyListener tiny = behind("loopback")) {
            String twoHosts = "GET /hello HTTP/1.1\r\nHost: a\r\nHost: b\r\nX-Forwarded-Proto: %s\r\n\r\n";
            assertThat(refused(tiny, twoHosts.formatted(words)).field(HSTS)).isNull();
            assertThat(refused(tiny, twoHosts.formatted("http\r\nX-Forwarded-Proto: http , HTTPS "))
                            .field(HSTS))
                    .isNotNull();
        }
    }

    /// What was read of half a head may be the half that somebody else has put there.
    @Test
    void half_a_head_is_believed() throws IOException {
        try (TinyListener tiny = behind("loopback")) {
            RawClient.Answer answer =
                    refused(tiny, "GET /hello HTTP/1.1\r\nHost: h\r\n" + OVER_HTTPS + "no field\r\n\r\n");
            assertThat(answer.status()).isEqualTo(400);
            assertThat(answer.field(HSTS)).isNull();
        }
    }
}
