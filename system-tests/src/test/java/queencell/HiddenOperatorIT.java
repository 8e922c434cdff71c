package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import queencell.http.Answer;
import queencell.http.Request;
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

    private static Set<String> names(Answer answer) {
        return new TreeSet<>(answer.headers().keySet());
    }
}
