package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/// A class that failed while it was initialised on a loop is never tried again, and every request that needs it fails.
class BrokenClassTest {

    @Test
    void a_process_with_a_broken_class_stayed_up_and_was_never_ready() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Broken.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
        assertThat(output).containsOnlyOnce("event=class_broken").contains("zip file closed");
        assertThat(process.exitValue()).isEqualTo(1);
    }

    /// Serves on a port, asks itself twice, and would stay.
    static final class Broken {
        private Broken() {}

        /// What the container did to a class of ours.
        private static final class Torn {
            private static final String TEXT = torn();

            private static String torn() {
                throw new IllegalStateException("zip file closed");
            }
        }

        public static void main(String[] arguments) throws Exception {
            var settings = new ListenerSettings(
                    "broken",
                    new InetSocketAddress("127.0.0.1", 0),
                    Optional.empty(),
                    EdgeSettings.defaults(),
                    OwnAnswers.SILENT);
            HttpListener listener = HttpListener.start(
                    settings,
                    EventLoops.start("broken", 1),
                    new TinyApplication().hosted(),
                    _ -> {
                        throw new AssertionError(Torn.TEXT);
                    },
                    Executors.newVirtualThreadPerTaskExecutor());
            for (int i = 0; i < 2; i++) {
                try (RawClient client = RawClient.to(listener.address())) {
                    client.send("GET /readyz HTTP/1.1\r\nHost: localhost\r\n\r\n");
                    client.socket().getInputStream().read();
                }
            }
            Thread.sleep(20_000);
            System.exit(0);
        }
    }
}
