package queencell.dev.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import queencell.dev.CallerEnvironment;
import queencell.dev.Endpoint;

class ContainerBrokerTest {

    private static final Endpoint ENDPOINT = new Endpoint("127.0.0.1", 6632);

    private final ContainerBroker broker = new ContainerBroker(
            new BrokerWay.Container(Path.of("/usr/bin/podman"), "queen-mq/queen:1.3.0"),
            new CallerEnvironment(Map.of("PATH", "/usr/bin", "DOCKER_HOST", "tcp://d", "QUEEN_X", "y")));

    @Test
    void the_databases_password_must_not_stand_on_the_command_line() {
        assertThat(broker.command(ENDPOINT, Path.of("/spool"), Map.of("PG_PASSWORD", "secret")))
                .containsSequence("--env", "PG_PASSWORD")
                .noneMatch(word -> word.contains("secret"))
                .endsWith("queen-mq/queen:1.3.0");
    }

    @Test
    void a_killed_client_must_not_leave_its_container() {
        String name = broker.cleanup(ENDPOINT).getLast();
        assertThat(broker.command(ENDPOINT, Path.of("/spool"), Map.of())).containsSequence("--name", name);
        assertThat(broker.cleanup(ENDPOINT)).startsWith("/usr/bin/podman", "rm", "--force");
    }

    @Test
    void the_spool_inside_the_container_is_the_folder_that_is_mounted() {
        String inside = broker.inside(Map.of("FILE_BUFFER_DIR", "/spool")).get("FILE_BUFFER_DIR");
        assertThat(broker.command(ENDPOINT, Path.of("/spool"), Map.of()))
                .containsSequence("--volume", "/spool:" + inside);
    }

    @Test
    void the_engine_finds_its_daemon_by_the_callers_variables() {
        var caller = new CallerEnvironment(Map.of("DOCKER_HOST", "tcp://d", "QUEEN_X", "y"));
        assertThat(ContainerBroker.environment(caller)).containsOnlyKeys("DOCKER_HOST");
    }
}
