package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ContainerRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.gate.Vectors;
import queencell.gate.graph.Replica;
import queencell.web.RefusedException;

/// What a declaration is answered beside its body.
class DeclaringTest {
    private static final String DOCUMENT = """
            {"version":1,"nodes":{"a":{"ingress":true,"budgets":[{"count":100,"timeMs":1000}],"egress":"out"}},
             "paths":[{"name":"main","nodes":["a"]}]}""";

    private Replica replica;

    @BeforeEach
    void start() throws IOException {
        replica = Replica.start();
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    private Response declare(String query) {
        return declare(query, DOCUMENT, HttpHeaders.ACCEPT, "application/json");
    }

    private Response declare(String query, String document, String header, String value) {
        var request = new ContainerRequest(
                URI.create("http://gate/"),
                URI.create("http://gate/v1/apps/app/graphs/g" + query),
                "PUT",
                null,
                new MapPropertiesDelegate(),
                null);
        request.header(HttpHeaders.CONTENT_TYPE, "application/json");
        request.header(header, value);
        return new Declaring(replica.supervisor(), replica.registry())
                .declare("app", "g", false, request, request.getUriInfo(), document.getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "?explain=text"})
    void whoever_declares_must_be_told_the_tag_for_the_next_edit(String query) {
        assertThat(declare(query).getHeaderString(HttpHeaders.ETAG)).matches("\"[0-9]+\"");
    }

    @ParameterizedTest
    @ValueSource(strings = {"\"ingress\":true", "\"egress\":\"out\""})
    void a_queue_that_the_broker_cannot_store_must_be_refused_and_not_fail(String door) {
        String name = "q".repeat(256);
        String document = DOCUMENT.replace(
                door,
                door.contains("ingress") ? "\"ingress\":{\"queue\":\"" + name + "\"}" : "\"egress\":\"" + name + "\"");
        assertThatThrownBy(() -> declare("", document, HttpHeaders.ACCEPT, "*/*"))
                .isInstanceOfSatisfying(
                        ProblemsException.class,
                        refused -> assertThat(refused).hasMessageContainingAll("queue-name", "256", "255"));
    }

    /// The ETag of what is stored is `"%s"`.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "If-Match | \"%s\" | 200",
                "If-Match | \"other\", \"%s\" | 200",
                "If-Match | \"a,b\" ,, \"%s\", | 200",
                "If-Match | * | 200",
                "If-Match | \"other\", \"77777\" | 412",
                "If-Match | W/\"%s\" | 412",
                "If-Match | \"+%s\" | 412",
                "If-Match | other, \"%s\" | 400",
                "If-Match | \"%s\" \"%s\" | 400",
                "If-Match | , | 400",
                "If-None-Match | * | 412",
                "If-None-Match | \"%s\" | 412",
                "If-None-Match | \"other\", \"%s\" | 412",
                "If-None-Match | \"other\", W/\"%s\" | 412",
                "If-None-Match | \"other\", \"77777\" | 200",
                "If-None-Match | other | 400",
            })
    void any_member_of_a_list_of_tags_must_count(String header, String tags, int status) {
        String version = declare("").getHeaderString(HttpHeaders.ETAG).replace("\"", "");
        int answered;
        try {
            answered =
                    declare("", DOCUMENT, header, tags.replace("%s", version)).getStatus();
        } catch (RefusedException refused) {
            answered = refused.status();
        }
        assertThat(answered).isEqualTo(status);
    }

    /// Read again from each of them, sixteen thousand blanks are a billion steps on a thread that stages need.
    @Test
    void blanks_in_a_condition_must_not_stop_the_gate() {
        assertTimeoutPreemptively(
                Duration.ofSeconds(20),
                () -> assertThatThrownBy(() -> declare("", DOCUMENT, "If-Match", "\"1\"" + " ".repeat(16_000) + "x"))
                        .isInstanceOfSatisfying(
                                RefusedException.class,
                                refused -> assertThat(refused.status()).isEqualTo(400)));
    }

    @Test
    void what_a_v1_body_became_must_come_first_among_the_warnings() throws IOException {
        Response answer = declare("", """
                {"name":"old","version":1,"consume":["a"],"nodes":{"a":{"entry":true,"cost":{"field":"w","default":1,"max":1},
                 "budgets":[{"id":"b","cap":119,"periodSeconds":60,"alignment":"rolling","confidence":"inferred"}]}}}""", HttpHeaders.ACCEPT, "*/*");
        var body = new ObjectMapper().readTree((byte[]) answer.getEntity());
        List<String> migration = Vectors.texts(body.path("migration"));
        List<String> warnings = Vectors.texts(body.path("warnings"));
        assertThat(migration).isNotEmpty();
        assertThat(warnings).startsWith(migration.toArray(String[]::new)).hasSizeGreaterThan(migration.size());
    }

    @Test
    void a_dry_run_has_stored_nothing_that_could_be_named() {
        assertThat(declare("?dryRun=true&explain=text").getHeaderString(HttpHeaders.ETAG))
                .isNull();
    }
}
