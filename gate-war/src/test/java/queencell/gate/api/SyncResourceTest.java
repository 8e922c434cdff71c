package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.ws.rs.core.HttpHeaders;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.glassfish.jersey.internal.MapPropertiesDelegate;
import org.glassfish.jersey.server.ContainerRequest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.graph.Replica;

/// Syncs of v1 targets, whose names may have dots although names of graphs may not.
class SyncResourceTest {
    private static final String TARGET = """
            {"name":"%s","version":1,
             "budgets":[{"id":"b","cap":10,"periodSeconds":1,"alignment":"rolling","confidence":"assumed"}],
             "cost":{"field":"units","default":1,"max":9}}""";

    private Replica replica;

    @BeforeEach
    void start() throws IOException {
        replica = Replica.start();
    }

    @AfterEach
    void stop() {
        replica.close();
    }

    private JsonNode sync(String... targets) throws IOException {
        var headers = new ContainerRequest(
                URI.create("http://gate/"),
                URI.create("http://gate/v1/apps/app/targets"),
                "PUT",
                null,
                new MapPropertiesDelegate(),
                null);
        headers.header(HttpHeaders.CONTENT_TYPE, "application/json");
        byte[] body = ("[" + String.join(",", List.of(targets)) + "]").getBytes(StandardCharsets.UTF_8);
        Object answer = new SyncResource(replica.supervisor())
                .sync("app", headers, body)
                .getEntity();
        return new ObjectMapper().readTree((byte[]) answer);
    }

    private List<String> running() {
        return replica.registry().of("app").stream()
                .filter(GraphRuntime::running)
                .map(runtime -> runtime.id().graph())
                .toList();
    }

    @Test
    void a_target_with_a_dotted_name_must_not_be_removed_by_the_sync_that_declares_it() throws IOException {
        JsonNode answer = sync(TARGET.formatted("shop.orders"), TARGET.formatted("plain"));
        assertThat(answer.path("applied"))
                .as(answer.toString())
                .extracting(JsonNode::asText)
                .containsExactly("shop.orders", "plain");
        assertThat(answer.path("removed")).isEmpty();
        assertThat(running()).containsExactly("orders", "plain");
    }

    /// Two megabytes of such elements, told whole, are half a gigabyte.
    @Test
    void refusals_must_be_told_only_until_they_fill_the_answer() throws IOException {
        String[] elements = new String[200];
        Arrays.fill(elements, "{\"graph\":\"a\",\"version\":1,\"nodes\":{},\"paths\":[1" + ",1".repeat(300) + "]}");
        JsonNode answer = sync(elements);
        assertThat(answer.path("ok").asBoolean()).isFalse();
        assertThat(answer.toString()).hasSizeLessThan(2_000_000);
        int told = answer.path("refused").size() - 1;
        assertThat(answer.path("refused").path(told).path("error").asText()).contains(200 - told + " more elements");
    }

    @Test
    void a_target_that_is_not_named_any_more_must_go() throws IOException {
        sync(TARGET.formatted("shop.orders"), TARGET.formatted("plain"));
        JsonNode answer = sync(TARGET.formatted("plain"));
        assertThat(answer.path("removed"))
                .as(answer.toString())
                .extracting(JsonNode::asText)
                .containsExactly("orders");
        assertThat(running()).containsExactly("plain");
    }
}
