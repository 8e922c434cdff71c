package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import queencell.dev.CellFolders;
import queencell.http.Answer;
import queencell.web.ApiDescription;

/// Holds every answer that a Gate gives in this run against the description of its API, and remembers which of the
/// described answers were given.
final class ApiWitness {
    private static final ApiDescription DESCRIPTION = read();
    private static final Set<String> SEEN = new ConcurrentSkipListSet<>();

    private ApiWitness() {}

    private static ApiDescription read() {
        var file = CellFolders.findRoot().resolve("gate-war/src/main/resources/queencell/gate/api/openapi.json");
        try {
            return ApiDescription.of(Files.readAllBytes(file));
        } catch (IOException unreadable) {
            throw new UncheckedIOException(file.toString(), unreadable);
        }
    }

    static void saw(String method, String target, Answer answer) {
        assertThat(DESCRIPTION.judge(
                        method,
                        target,
                        answer.status(),
                        answer.header("Content-Type").orElse(""),
                        answer.bytes()))
                .as("%s %s answered %s", method, target, answer)
                .isEmpty();
        DESCRIPTION.operation(method, target).ifPresent(operation -> SEEN.add(answer.status() + " " + operation));
    }

    static JsonNode description() {
        return DESCRIPTION.json();
    }

    /// Every described answer, as `200 GET /path/{name}`.
    static Set<String> answers() {
        return DESCRIPTION.answers();
    }

    /// Described answers that nobody has been given in this run; those of the sign-in need a provider and are tested
    /// beside one.
    static Set<String> missed() {
        var missed = new ConcurrentSkipListSet<>(DESCRIPTION.answers());
        missed.removeAll(SEEN);
        missed.removeIf(answer -> answer.contains(" /api/auth/"));
        return missed;
    }
}
