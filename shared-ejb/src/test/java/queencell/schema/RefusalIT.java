package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every refusal of every function: its SQLSTATE, its text, and that it leaves nothing behind
/// (control plane, 6 and acceptance group 2). The cases are in `refusals.txt`.
class RefusalIT {

    private static World world;
    private static Notifications notifications;
    private static String contents;

    @BeforeAll
    static void settle() {
        world = new World();
        world.call("set_operator('bob@acme.example', true)");
        world.run("SELECT queen_proxy.link_identity($zoe, 'google', 'g-zoe', 'zoe@other.example')");
        notifications = new Notifications(world.database());
        contents = world.column("SELECT tablename FROM pg_tables WHERE schemaname = 'queen_proxy'").stream()
                .map("SELECT '%1$s', md5(string_agg(t::text, ',' ORDER BY t::text)) FROM queen_proxy.%1$s t"::formatted)
                .collect(Collectors.joining(" UNION ALL "));
    }

    @AfterAll
    static void leave() {
        notifications.close();
        world.close();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("refusals")
    void a_refused_call_must_say_why_and_leave_nothing(Refusal refusal) {
        List<Map<String, Object>> before = contents();
        notifications.take();

        var failure = catchThrowableOfType(SqlFailure.class, () -> world.value("SELECT queen_proxy." + refusal.call()));

        assertThat(failure).as("the call is refused").isNotNull();
        assertThat(failure.state() + " " + world.describe(failure.getMessage()))
                .isEqualTo(refusal.state() + " " + refusal.text());
        assertThat(contents()).isEqualTo(before);
        assertThat(notifications.take()).isEmpty();
    }

    @Test
    void a_function_without_a_case_here_must_be_one_that_refuses_nothing() {
        var covered = refusals().stream()
                .map(refusal -> refusal.call().substring(0, refusal.call().indexOf('(')))
                .collect(Collectors.toSet());
        assertThat(world.column("SELECT proname FROM pg_proc WHERE pronamespace = 'queen_proxy'::regnamespace"
                        + " AND obj_description(oid, 'pg_proc') NOT LIKE 'Internal.%'"))
                .filteredOn(name -> !covered.contains(name))
                .containsExactlyInAnyOrder("effective_cluster", "rollup_usage_days", "sweep_revoked_tokens");
    }

    static List<Refusal> refusals() {
        var refusals = new ArrayList<Refusal>();
        try (var file = RefusalIT.class.getResourceAsStream("/refusals.txt")) {
            String call = null;
            for (String line : new String(file.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .toList()) {
                if (line.isBlank() || line.startsWith("#")) {
                    continue;
                }
                if (!line.startsWith("  ")) {
                    call = line;
                } else {
                    String answer = line.strip();
                    refusals.add(new Refusal(call, answer.substring(0, 5), answer.substring(6)));
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        return refusals;
    }

    private static List<Map<String, Object>> contents() {
        return world.database().rows(contents);
    }

    record Refusal(String call, String state, String text) {
        @Override
        public String toString() {
            return state + " " + (call.length() > 120 ? call.substring(0, 120) + "…" : call);
        }
    }
}
