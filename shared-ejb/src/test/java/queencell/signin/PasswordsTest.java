package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.password4j.BcryptFunction;
import com.password4j.types.Bcrypt;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.signin.Passwords.Check;

class PasswordsTest {
    private static final Duration LONG = Duration.ofMinutes(1);

    private final List<Integer> runs = Collections.synchronizedList(new ArrayList<>());

    /// What a login costs, in multiples of one round.
    private long work() {
        return runs.stream().mapToLong(cost -> 1L << cost).sum();
    }

    @Test
    void every_attempt_does_the_work_of_cost_12_whatever_it_compares_with() {
        try (var passwords = new Passwords(1, 1, LONG, runs::add)) {
            List<Optional<String>> stored = List.of(
                    Optional.empty(),
                    Optional.of("no bcrypt"),
                    Optional.of("$2b$31$" + "a".repeat(53)),
                    Optional.of(hash(Bcrypt.A, 10, "secret")),
                    Optional.of(hash(Bcrypt.B, 12, "secret")),
                    Optional.of(hash(Bcrypt.Y, 4, "secret")));
            for (Optional<String> each : stored) {
                runs.clear();
                assertThat(passwords.compare("wrong", each)).isEqualTo(Check.WRONG);
                assertThat(work()).as("%s", each).isEqualTo(1L << 12);
            }
        }
    }

    /// With as many threads as cores, a flood of sign-ins made the data path wait for a core: p99 0.8 ms became 4.8.
    @Test
    void hashing_must_leave_half_of_the_cores_to_others() {
        assertThat(IntStream.of(1, 2, 3, 4, 8, 64).map(Passwords::threads)).containsExactly(1, 1, 1, 2, 4, 4);
    }

    /// A thread that gives way starts others that do, such as those that carry the requests it wakes.
    @Test
    void the_thread_that_hashes_woke_the_caller() throws Exception {
        var hashing = new CompletableFuture<Thread>();
        try (var passwords = new Passwords(1, 1, LONG, _ -> hashing.complete(Thread.currentThread()))) {
            Thread caller = Thread.startVirtualThread(() -> passwords.compare("a", Optional.empty()));
            String name = hashing.get().getName();
            assertThat(name).matches("bcrypt-\\d+");
            assertThat(Thread.getAllStackTraces().keySet())
                    .as("another waits for it and hands the result on")
                    .anyMatch(each -> each.getName().startsWith("bcrypt-line-"));
            caller.join();
        }
    }

    @Test
    void the_three_names_of_a_hash_mean_the_same() {
        String password = "fïrst pass";
        String hashed = hash(Bcrypt.Y, 4, password).substring(4);
        try (var passwords = new Passwords()) {
            // PostgreSQL writes the first, older libraries the last
            for (String name : List.of("$2a$", "$2b$", "$2y$")) {
                assertThat(passwords.compare(password, Optional.of(name + hashed)))
                        .isEqualTo(Check.RIGHT);
                assertThat(passwords.compare("first pass", Optional.of(name + hashed)))
                        .isEqualTo(Check.WRONG);
            }
            assertThat(passwords.compare(password, Optional.of("$2x$" + hashed)))
                    .isEqualTo(Check.WRONG);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {73, 10_000})
    void a_long_password_is_neither_set_nor_costs_more(int length) {
        String password = "x".repeat(length);
        try (var passwords = new Passwords(1, 1, LONG, runs::add)) {
            assertThat(Passwords.fits(password)).isFalse();
            assertThatThrownBy(() -> passwords.hash(password)).hasMessageContaining("72 bytes");
            assertThat(passwords.compare(password, Optional.empty())).isEqualTo(Check.WRONG);
            assertThat(work()).isEqualTo(1L << 12);
        }
    }

    @Test
    void bytes_count_and_not_letters() {
        assertThat(Passwords.fits("x".repeat(72))).isTrue();
        assertThat(Passwords.fits("ü".repeat(36))).isTrue();
        assertThat(Passwords.fits("ü".repeat(37))).isFalse();
    }

    @Test
    void what_was_hashed_here_is_of_cost_12_and_fits_itself() {
        try (var passwords = new Passwords()) {
            String stored = passwords.hash("correct horse").orElseThrow();
            assertThat(stored).matches("\\$2b\\$12\\$[./A-Za-z0-9]{53}");
            assertThat(passwords.compare("correct horse", Optional.of(stored))).isEqualTo(Check.RIGHT);
        }
    }

    @Test
    void a_full_queue_answers_busy_instead_of_waiting() throws InterruptedException {
        var entered = new CountDownLatch(1);
        var go = new CountDownLatch(1);
        try (var passwords = new Passwords(1, 1, LONG, _ -> {
            entered.countDown();
            await(go);
        })) {
            Thread first = Thread.startVirtualThread(() -> passwords.compare("a", Optional.empty()));
            entered.await();
            Thread second = Thread.startVirtualThread(() -> passwords.compare("b", Optional.empty()));
            org.awaitility.Awaitility.await().until(() -> second.getState() == Thread.State.TIMED_WAITING);
            assertThat(passwords.compare("c", Optional.empty())).isEqualTo(Check.BUSY);
            go.countDown();
            first.join();
            second.join();
        }
    }

    /// A flood left a queue of sign-ins behind whose clients had gone, each a third of a second of a core.
    @Test
    void a_sign_in_that_nobody_waits_for_any_more_was_hashed_all_the_same() {
        var go = new Semaphore(0);
        try (var passwords = new Passwords(1, 2, Duration.ofMillis(50), cost -> {
            runs.add(cost);
            go.acquireUninterruptibly();
            throw new IllegalStateException("nobody looks at the result");
        })) {
            assertThat(passwords.compare("runs for long", Optional.empty())).isEqualTo(Check.BUSY);
            // more than there are places, were they not free again
            for (int i = 0; i < 5; i++) {
                assertThat(passwords.compare("waits", Optional.empty())).isEqualTo(Check.BUSY);
                assertThat(passwords.hash("waits")).isEmpty();
            }
            assertThat(passwords.waiting()).isZero();
            go.release(1000);
            var asked = new AtomicInteger();
            org.awaitility.Awaitility.await().until(() -> {
                asked.incrementAndGet();
                return isHashed(passwords);
            });
            // the last of ten may have begun in the moment of its end
            assertThat(runs).hasSizeLessThanOrEqualTo(2 + asked.get());
        }
    }

    private static boolean isHashed(Passwords passwords) {
        try {
            passwords.compare("is next", Optional.empty());
            return false;
        } catch (IllegalStateException hashed) {
            return true;
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    private static String hash(Bcrypt type, int cost, String password) {
        return BcryptFunction.getInstance(type, cost).hash(password).getResult();
    }
}
