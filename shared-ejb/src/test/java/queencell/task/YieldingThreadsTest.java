package queencell.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

class YieldingThreadsTest {
    private static final Path SELF = Path.of("/proc/thread-self/stat");

    @Test
    @EnabledOnOs(OS.LINUX)
    void hashing_took_a_core_from_requests_that_were_waiting() throws Exception {
        int here = nice();

        assertThat(niceOf(new YieldingThreads("bcrypt-"))).isEqualTo(Math.max(here, 10));
        assertThat(nice()).as("whoever starts the thread").isEqualTo(here);
        assertThat(niceOf(Thread::new)).as("threads that are started later").isEqualTo(here);
    }

    @Test
    void they_do_not_hold_up_the_end_of_the_process() {
        Thread thread = new YieldingThreads("bcrypt-").newThread(() -> {});

        assertThat(thread.isDaemon()).isTrue();
        assertThat(thread.getName()).isEqualTo("bcrypt-0");
    }

    private static int niceOf(ThreadFactory threads) throws Exception {
        var found = new CompletableFuture<Integer>();
        threads.newThread(() -> {
                    try {
                        found.complete(nice());
                    } catch (Exception fault) {
                        found.completeExceptionally(fault);
                    }
                })
                .start();
        return found.get(10, TimeUnit.SECONDS);
    }

    /// The 19th field; the second, the name, may hold blanks.
    private static int nice() throws Exception {
        String stat = Files.readString(SELF);
        return Integer.parseInt(stat.substring(stat.lastIndexOf(')') + 2).split(" ")[16]);
    }
}
