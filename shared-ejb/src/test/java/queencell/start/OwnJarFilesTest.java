package queencell.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.JarURLConnection;
import java.net.URI;
import java.net.URL;
import java.net.URLConnection;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.log.EventLog;

/// What the container does at the end of its start: it closes the jars that readers share.
class OwnJarFilesTest {
    @TempDir
    Path folder;

    private final boolean before = URLConnection.getDefaultUseCaches("jar");

    @BeforeEach
    void share() {
        URLConnection.setDefaultUseCaches("jar", true);
    }

    @AfterEach
    void restore() {
        URLConnection.setDefaultUseCaches("jar", before);
    }

    @Test
    void a_jar_that_the_container_closes_must_not_be_the_one_that_is_being_read() throws Exception {
        URL resource = resource();
        ApplicationStart.run(EventLog.of("start"), () -> {});

        JarURLConnection reader = reader(resource);
        shared(resource).close();

        assertThatCode(() -> assertThat(textOf(reader)).isEqualTo("text")).doesNotThrowAnyException();
        reader.getJarFile().close();
    }

    /// As it is without: else the test above would prove nothing.
    @Test
    void a_shared_jar_is_closed_under_its_reader() throws Exception {
        URL resource = resource();

        JarURLConnection reader = reader(resource);
        shared(resource).close();

        assertThatThrownBy(() -> textOf(reader)).isInstanceOf(IllegalStateException.class);
    }

    private URL resource() throws IOException {
        Path jar = folder.resolve("library.jar");
        try (var entries = new JarOutputStream(Files.newOutputStream(jar))) {
            entries.putNextEntry(new ZipEntry("version.properties"));
            entries.write("text".getBytes(StandardCharsets.UTF_8));
        }
        return URI.create("jar:" + jar.toUri() + "!/version.properties").toURL();
    }

    /// Found the file, as a class does that is about to read from it.
    private static JarURLConnection reader(URL resource) throws IOException {
        var connection = (JarURLConnection) resource.openConnection();
        connection.connect();
        return connection;
    }

    private static JarFile shared(URL resource) throws IOException {
        var connection = (JarURLConnection) resource.openConnection();
        connection.setUseCaches(true);
        return connection.getJarFile();
    }

    private static String textOf(JarURLConnection reader) throws IOException {
        try (var in = reader.getInputStream()) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
