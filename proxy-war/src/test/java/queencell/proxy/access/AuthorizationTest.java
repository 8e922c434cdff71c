package queencell.proxy.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.proxy.access.Authorization.Verdict;
import queencell.proxy.access.Principal.ApiKeyPrincipal;
import queencell.proxy.access.Principal.OperatorPrincipal;
import queencell.proxy.access.Principal.SessionPrincipal;
import queencell.proxy.route.Classifier;
import queencell.proxy.route.Route;

class AuthorizationTest {
    private static final UUID ID = new UUID(0, 1);

    /// The matrix (pipeline, 6.6): which scopes, which roles; `Op` is a live operator.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POST   | /api/v1/push                  | PRODUCE                    | ADMIN PRODUCER
            GET    | /api/v1/pop/queue/q           | CONSUME                    | ADMIN CONSUMER
            POST   | /api/v1/configure             | ADMIN                      | ADMIN
            GET    | /api/v1/dlq                   | READ ADMIN                 | ADMIN PRODUCER CONSUMER VIEWER
            GET    | /api/v1/kv/ns/k               | READ ADMIN PRODUCE CONSUME | ADMIN PRODUCER CONSUMER VIEWER
            PUT    | /api/v1/kv/ns/k               | PRODUCE CONSUME            | ADMIN PRODUCER CONSUMER
            DELETE | /api/v1/timers/q/k            | PRODUCE CONSUME            | ADMIN PRODUCER CONSUMER
            POST   | /streams/v1/cycle             | PRODUCE CONSUME            | ADMIN PRODUCER CONSUMER
            POST   | /api/v1/transaction           | PRODUCE CONSUME            | ADMIN PRODUCER CONSUMER
            """)
    void nobody_may_do_what_the_matrix_does_not_list(String method, String path, String scopes, String roles) {
        Route route = Classifier.classify(method, path);
        for (Scope scope : Scope.values()) {
            assertThat(Authorization.judge(route, key(scope)))
                    .as("key with %s", scope)
                    .isEqualTo(allowedIf(words(scopes).contains(scope.name())));
        }
        for (Role role : Role.values()) {
            assertThat(Authorization.judge(route, new SessionPrincipal(ID, role)))
                    .as("session of %s", role)
                    .isEqualTo(allowedIf(words(roles).contains(role.name())));
        }
        assertThat(Authorization.judge(route, new OperatorPrincipal(ID))).isEqualTo(Verdict.ALLOWED);
        assertThat(Authorization.judge(route, key())).as("a key without scopes").isEqualTo(Verdict.FORBIDDEN);
    }

    @Test
    void an_operator_route_must_look_absent_to_everybody_else() {
        Route route = Classifier.classify("GET", "/api/v1/status");
        assertThat(Authorization.judge(route, new OperatorPrincipal(ID))).isEqualTo(Verdict.ALLOWED);
        assertThat(Authorization.judge(route, new SessionPrincipal(ID, Role.ADMIN)))
                .isEqualTo(Verdict.HIDDEN);
        assertThat(Authorization.judge(route, key(Scope.values()))).isEqualTo(Verdict.HIDDEN);
    }

    @Test
    void a_blocked_route_must_look_absent_to_everybody() {
        Route route = Classifier.classify("GET", "/api/v1/unknown");
        assertThat(Authorization.judge(route, new OperatorPrincipal(ID))).isEqualTo(Verdict.HIDDEN);
        assertThat(Authorization.judge(route, key(Scope.values()))).isEqualTo(Verdict.HIDDEN);
    }

    @Test
    void what_a_transaction_does_decides_what_it_needs() {
        assertThat(Authorization.mayProduce(key(Scope.PRODUCE))).isTrue();
        assertThat(Authorization.mayConsume(key(Scope.PRODUCE))).isFalse();
        assertThat(Authorization.mayProduce(key(Scope.CONSUME, Scope.ADMIN, Scope.READ)))
                .isFalse();
        assertThat(Authorization.mayConsume(new SessionPrincipal(ID, Role.PRODUCER)))
                .isFalse();
        assertThat(Authorization.mayProduce(new OperatorPrincipal(ID))).isTrue();
    }

    @Test
    void a_word_that_is_no_scope_must_not_count() {
        assertThat(Scope.parse(List.of("produce", "root", "READ", "read")))
                .containsExactlyInAnyOrder(Scope.PRODUCE, Scope.READ);
        assertThat(Role.parse("viewer")).contains(Role.VIEWER);
        assertThat(Role.parse("owner")).isEmpty();
    }

    private static ApiKeyPrincipal key(Scope... scopes) {
        return new ApiKeyPrincipal(ID, ID, scopes.length == 0 ? Set.of() : EnumSet.copyOf(List.of(scopes)));
    }

    private static Set<String> words(String text) {
        return Set.of(text.split(" "));
    }

    private static Verdict allowedIf(boolean allowed) {
        return allowed ? Verdict.ALLOWED : Verdict.FORBIDDEN;
    }
}
