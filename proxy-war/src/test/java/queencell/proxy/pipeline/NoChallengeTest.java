package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.cluster.EffectiveStatus;

/// What surrounds a refused credential (pipeline, 12).
class NoChallengeTest {

    /// A browser that is challenged asks its user for a name and a password, which nobody here could use.
    @ParameterizedTest
    @ValueSource(
            strings = {
                "X-Nothing: 1",
                "Authorization: Bearer qk_test_unknown",
                "Authorization: Bearer no.session.atall",
                "Authorization: Basic YTpi",
                "Cookie: queen_session=garbage"
            })
    void a_browser_must_not_be_asked_for_a_password(String credential) throws IOException {
        try (var path = new TestPath("plain", "http://127.0.0.1:1", EffectiveStatus.ACTIVE, Map.of())) {
            WireClient.Answer answer = path.call("", "GET /api/v1/resources/queues", "Host: plain.example", credential);
            assertThat(answer.status()).isEqualTo(401);
            assertThat(answer.code()).isEqualTo("unauthorized");
            assertThat(answer.headers()).doesNotContainKey("WWW-Authenticate");
        }
    }
}
