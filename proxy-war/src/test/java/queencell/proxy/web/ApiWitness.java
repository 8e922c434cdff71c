package queencell.proxy.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import queencell.proxy.console.ConsoleShellResource;
import queencell.web.ApiDescription;

/// Holds every answer that a test gets against what the API says of itself, and remembers which of the described
/// answers were given. Paths that are not described are none of its business: the proxy relays most of them.
final class ApiWitness {
    static final ApiDescription DESCRIPTION = ApiDescription.beside(ConsoleShellResource.class, "openapi.json");
    private static final Set<String> SEEN = new ConcurrentSkipListSet<>();

    private ApiWitness() {}

    /// @param line method and target
    static void saw(String line, Answer answer) {
        String[] parts = line.split(" ", 2);
        DESCRIPTION.operation(parts[0], parts[1]).ifPresent(operation -> {
            assertThat(DESCRIPTION.judge(
                            parts[0],
                            parts[1],
                            answer.status(),
                            answer.header("content-type"),
                            answer.body().getBytes(StandardCharsets.UTF_8)))
                    .as("%s answers %d: %s", line, answer.status(), answer.body())
                    .isEmpty();
            SEEN.add(answer.status() + " " + operation);
        });
    }

    /// Described answers that no test has been given since the start of this JVM, as `200 GET /path/{name}`.
    static Set<String> missed() {
        var missed = new TreeSet<>(DESCRIPTION.answers());
        missed.removeAll(SEEN);
        return missed;
    }
}
