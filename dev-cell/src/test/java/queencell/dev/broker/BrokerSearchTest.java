package queencell.dev.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;

/// Each test takes the better ways away, one after the other.
class BrokerSearchTest {

    @TempDir
    Path folder;

    private final Map<String, String> variables = new HashMap<>();
    private Path path;
    private Path cache;

    @BeforeEach
    void every_way_is_there() throws IOException {
        path = Files.createDirectories(folder.resolve("a path/bin"));
        cache = folder.resolve("cache");
        variables.put("PATH", path.toString());
        variables.put("QUEEN_URL", "http://broker:6632/");
        variables.put(
                "QUEEN_BIN", program(folder.resolve("own/queen"), "exit 0").toString());
        program(path.resolve("queen"), "exit 0");
        program(cache.resolve("bin/queen"), "exit 0");
        program(path.resolve("docker"), "exit 0");
        program(path.resolve("cargo"), "exit 0");
        program(path.resolve("rustc"), "echo rustc 1.88.0");
        program(path.resolve("cc"), "exit 0");
    }

    @Test
    void a_given_broker_wins() {
        assertThat(find()).isEqualTo(new BrokerWay.Running(URI.create("http://broker:6632")));
    }

    /// Services of a container network are often called so.
    @Test
    void a_given_broker_may_have_an_underscore_in_its_name() {
        variables.put("QUEEN_URL", "http://queen_broker:6632/");
        assertThat(find()).isEqualTo(new BrokerWay.Running(URI.create("http://queen_broker:6632")));
    }

    @Test
    void then_the_named_program_then_path_then_cache() throws IOException {
        variables.remove("QUEEN_URL");
        assertThat(find()).isEqualTo(new BrokerWay.Program(folder.resolve("own/queen"), "QUEEN_BIN"));
        variables.remove("QUEEN_BIN");
        assertThat(find()).isEqualTo(new BrokerWay.Program(path.resolve("queen"), "PATH"));
        Files.delete(path.resolve("queen"));
        assertThat(find()).isEqualTo(new BrokerWay.Program(cache.resolve("bin/queen"), "the cache folder"));
    }

    @Test
    void an_engine_without_a_daemon_is_passed_over() throws IOException {
        noProgram();
        assertThat(find()).isEqualTo(new BrokerWay.Container(path.resolve("docker"), "queen-mq/queen:1.3.0"));
        program(path.resolve("docker"), "exit 1");
        program(path.resolve("podman"), "exit 0");
        assertThat(find()).isEqualTo(new BrokerWay.Container(path.resolve("podman"), "queen-mq/queen:1.3.0"));
        program(path.resolve("podman"), "exit 1");
        assertThat(find()).isEqualTo(new BrokerWay.Build(path.resolve("cargo")));
    }

    @Test
    void without_any_way_one_sentence_names_them_all() throws IOException {
        noProgram();
        Files.delete(path.resolve("docker"));
        program(path.resolve("rustc"), "echo rustc 1.87.0");
        assertThatThrownBy(this::find)
                .isInstanceOf(CellFault.class)
                .hasMessageContainingAll("QUEEN_URL", "QUEEN_BIN", "PATH", "docker", "podman", "Rust 1.88");
    }

    @Test
    void a_named_program_that_is_none_is_refused_instead_of_replaced() {
        variables.remove("QUEEN_URL");
        variables.put("QUEEN_BIN", folder.resolve("nothing here").toString());
        assertThatThrownBy(this::find).hasMessageContaining("QUEEN_BIN is `" + folder.resolve("nothing here"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"broker:6632", "//broker:6632", "ftp://broker:6632", "http:///x", "http://a b"})
    void an_unreadable_address_is_refused(String address) {
        variables.put("QUEEN_URL", address);
        assertThatThrownBy(this::find)
                .isInstanceOf(CellFault.class)
                .hasMessageContaining("QUEEN_URL is `" + address + "`");
    }

    @Test
    void versions_compare_by_number() {
        assertThat(BrokerVersion.parse("1.0.10").orElseThrow().tooOld()).isFalse();
        assertThat(BrokerVersion.parse("1.0.3").orElseThrow().tooOld()).isTrue();
        assertThat(BrokerVersion.parse("1.6.0-rc1")).contains(new BrokerVersion(1, 6, 0));
        assertThat(BrokerVersion.parse("")).isEmpty();
    }

    private void noProgram() throws IOException {
        variables.remove("QUEEN_URL");
        variables.remove("QUEEN_BIN");
        Files.delete(path.resolve("queen"));
        Files.delete(cache.resolve("bin/queen"));
    }

    private BrokerWay find() {
        return new BrokerSearch(new CallerEnvironment(variables), cache).find();
    }

    private static Path program(Path file, String line) throws IOException {
        Files.createDirectories(file.getParent());
        Files.writeString(file, "#!/bin/sh\n" + line + "\n");
        return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
