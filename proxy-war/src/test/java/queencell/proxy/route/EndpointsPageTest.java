package queencell.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import queencell.proxy.access.Authorization;
import queencell.proxy.access.Principal;
import queencell.proxy.access.Role;
import queencell.proxy.access.Scope;
import queencell.proxy.route.RouteClass.Gated;
import queencell.proxy.route.RouteClass.Plain;

/// The page of endpoints says what the classifier and the authorization matrix say. With `-Dendpoints.rewrite=true`
/// this test writes the columns instead.
class EndpointsPageTest {
    private static final Path PAGE = Path.of("..", "docs", "endpoints.md");
    private static final UUID SOMEBODY = new UUID(0, 1);

    private static boolean isRow(String line) {
        return line.matches("\\| [A-Z]+ \\| `/.*");
    }

    private static String[] callOf(String line) {
        String[] columns = line.split("\\|");
        String path = columns[2].strip().replace("`", "");
        return new String[] {columns[1].strip(), path, path.replaceAll("\\{[^}]*}", "x")};
    }

    private static Route routeOf(String line) {
        String[] call = callOf(line);
        return Classifier.classify(call[0], call[2]);
    }

    private static String current(String line) {
        if (!isRow(line)) {
            return line;
        }
        String[] call = callOf(line);
        Route route = routeOf(line);
        return "| %s | `%s` | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        call[0],
                        call[1],
                        classOf(route),
                        route.kind() instanceof Gated gated ? gated.feature().wireName() : "",
                        keys(route),
                        people(route),
                        block(route),
                        counted(route));
    }

    private static String classOf(Route route) {
        return switch (route.kind()) {
            case Plain plain -> words(plain);
            case Gated gated -> "gated, " + words(gated.half());
        };
    }

    private static String words(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String keys(Route route) {
        String scopes = Arrays.stream(Scope.values())
                .filter(scope ->
                        Authorization.judge(route, new Principal.ApiKeyPrincipal(SOMEBODY, SOMEBODY, EnumSet.of(scope)))
                                == Authorization.Verdict.ALLOWED)
                .map(Scope::wireName)
                .collect(Collectors.joining(", "));
        return scopes.isEmpty() ? "no key may" : scopes;
    }

    private static String people(Route route) {
        String roles = Arrays.stream(Role.values())
                .filter(role -> Authorization.judge(route, new Principal.SessionPrincipal(SOMEBODY, role))
                        == Authorization.Verdict.ALLOWED)
                .map(Role::wireName)
                .collect(Collectors.joining(", "));
        return roles.isEmpty() ? "operator" : roles;
    }

    private static String block(Route route) {
        return switch (route.pushBlock()) {
            case NEVER -> "";
            case AT_GATE -> "yes";
            case BY_BODY -> "by its body";
        };
    }

    private static String counted(Route route) {
        return route.op().wireName()
                + switch (route.special()) {
                    case PUSH, EPHEMERAL_PUSH -> ", messages stored";
                    case TRANSACTION -> ", messages stored";
                    case POP, EPHEMERAL_POP -> ", messages delivered";
                    case CYCLE, REPLAY, RETRY -> "; push, messages stored";
                    case NONE, ACK, CONFIGURE, KV, TIMERS -> "";
                };
    }

    @Test
    void the_page_of_endpoints_must_say_who_may_really_call_them() throws IOException {
        String page = Files.readString(PAGE);
        String current = page.lines().map(EndpointsPageTest::current).collect(Collectors.joining("\n", "", "\n"));
        if (Boolean.getBoolean("endpoints.rewrite")) {
            Files.writeString(PAGE, current);
        }

        assertThat(Files.readString(PAGE))
                .as("docs/endpoints.md is stale: run this test with -Dendpoints.rewrite=true")
                .isEqualTo(current);
    }

    @Test
    void no_rule_that_opens_something_must_be_missing_on_the_page() throws IOException {
        List<Route> told = Files.readString(PAGE)
                .lines()
                .filter(EndpointsPageTest::isRow)
                .map(EndpointsPageTest::routeOf)
                .toList();
        Set<Integer> rules = told.stream().map(Route::rule).collect(Collectors.toCollection(TreeSet::new));
        Set<Integer> all = RouteTable.ROWS.stream().map(RouteRow::rule).collect(Collectors.toCollection(TreeSet::new));
        // these close something only
        all.removeAll(Set.of(2, 3, 30, 33));

        assertThat(told).noneMatch(Route::isBlocked);
        assertThat(rules).isEqualTo(all);
    }
}
