package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import queencell.http.Answer;
import queencell.http.Connection;
import queencell.http.Request;
import queencell.proxy.Listener;
import queencell.proxy.ProxyVariant;
import queencell.tenant.SessionTokens;
import queencell.tenant.Tenant;

/// The operators' surface answers like any path that does not exist (proxy console, 10).
class HiddenOperatorIT {

    /// What each caller shows.
    private static List<UnaryOperator<Request>> callers(Tenant tenant) {
        String session = SessionTokens.of(tenant.person("admin"));
        return List.of(
                request -> request,
                request -> request.bearer(tenant.key()),
                request -> request.bearer("nonsense"),
                request -> request.bearer(session),
                request -> request.header("Origin", "https://evil.example"));
    }

    @Test
    void a_stranger_must_not_learn_that_there_are_operators(Cell cell) {
        Tenant tenant = cell.tenant();
        for (UnaryOperator<Request> caller : callers(tenant)) {
            for (String method : List.of("GET", "POST", "DELETE")) {
                Answer hidden = caller.apply(tenant.anonymous(method, "/api/operator/users"))
                        .send();
                Answer nothing = caller.apply(tenant.anonymous(method, "/api/no-such-thing"))
                        .send();
                assertThat(hidden.status()).as(hidden.toString()).isEqualTo(404);
                assertThat(nothing.status()).as(nothing.toString()).isEqualTo(404);
                assertThat(hidden.text()).isEqualTo(nothing.text());
                assertThat(names(hidden)).isEqualTo(names(nothing));
            }
        }
    }

    /// Whoever waits for a body that never comes, or says that it is too large, has something there.
    @ParameterizedTest
    @EnumSource
    void an_announced_body_must_not_tell_either(Listener listener, Cell cell) throws IOException {
        Tenant tenant =
                cell.tenant().through(listener == Listener.NETTY ? cell.proxy() : cell.proxy(ProxyVariant.PAYARA));
        for (int bytes : new int[] {10, 2_000_000}) {
            assertThat(announcing(tenant, "/api/operator/users", bytes))
                    .isEqualTo(announcing(tenant, "/api/no-such-thing", bytes))
                    .startsWith("404 ");
        }
    }

    private static String announcing(Tenant tenant, String path, int bytes) throws IOException {
        try (var connection = Connection.to(tenant.proxy().door())) {
            connection.write("POST %s HTTP/1.1\r\nHost: %s\r\nContent-Length: %d\r\n\r\n"
                    .formatted(path, tenant.host(), bytes)
                    .getBytes(StandardCharsets.ISO_8859_1));
            Answer answer = connection.read("POST");
            return answer.status() + " " + answer.text();
        }
    }

    private static Set<String> names(Answer answer) {
        return new TreeSet<>(answer.headers().keySet());
    }
}
