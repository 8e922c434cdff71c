package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import queencell.settings.SettingsReader;

class LoginGuardTest {
    private static final InetAddress HERE = address("192.0.2.1");

    private final AtomicLong now = new AtomicLong(Long.MAX_VALUE - 1_000_000_000L);

    private LoginGuard guard(Map<String, String> settings) {
        return new LoginGuard(SettingsReader.of(settings).read(LoginSettings.class), now::get);
    }

    @Test
    void an_account_is_guessed_at_five_times_and_then_ever_more_slowly() {
        LoginGuard guard = guard(Map.of());
        for (int attempt = 1; attempt <= 6; attempt++) {
            assertThat(guard.attempt(address("192.0.2." + attempt), "a@acme.example"))
                    .as("attempt %d", attempt)
                    .isZero();
        }
        for (int seconds : new int[] {1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900}) {
            assertThat(guard.attempt(address("192.0.2.99"), " A@ACME.example ")).isEqualTo(Duration.ofSeconds(seconds));
            if (seconds == 900) {
                break;
            }
            now.addAndGet(Duration.ofSeconds(seconds).toNanos());
            assertThat(guard.attempt(address("198.51.100.1"), "a@acme.example")).isZero();
        }
    }

    @Test
    void an_address_guesses_ten_times_whatever_the_accounts() {
        LoginGuard guard = guard(Map.of());
        for (int attempt = 1; attempt <= 11; attempt++) {
            assertThat(guard.attempt(HERE, "a%d@acme.example".formatted(attempt)))
                    .isZero();
        }
        assertThat(guard.attempt(HERE, "b@acme.example")).isEqualTo(Duration.ofSeconds(1));
        assertThat(guard.attempt(address("192.0.2.2"), "b@acme.example")).isZero();
    }

    @Test
    void success_clears_the_account_but_not_the_address() {
        LoginGuard guard = guard(Map.of());
        for (int attempt = 1; attempt <= 10; attempt++) {
            assertThat(guard.attempt(HERE, "victim%d@acme.example".formatted(attempt)))
                    .isZero();
            assertThat(guard.attempt(HERE, "mine@acme.example"))
                    .as("after %d guesses", attempt)
                    .isZero();
            guard.succeeded(HERE, "mine@acme.example");
        }
        guard.attempt(HERE, "victim11@acme.example");
        assertThat(guard.attempt(HERE, "victim12@acme.example")).isEqualTo(Duration.ofSeconds(1));
    }

    @Test
    void a_fifth_of_a_second_of_parallel_guesses_gets_no_more_tries_than_one_after_the_other() {
        LoginGuard guard = guard(Map.of());
        long through = java.util.stream.IntStream.range(0, 100)
                .parallel()
                .filter(guess -> guard.attempt(address("192.0.2." + guess), "a@acme.example")
                        .isZero())
                .count();
        assertThat(through).isEqualTo(6);
    }

    @Test
    void the_wait_begins_when_the_password_was_found_wrong() {
        LoginGuard guard = guard(Map.of());
        for (int attempt = 1; attempt <= 6; attempt++) {
            guard.attempt(HERE, "a@acme.example");
        }
        // comparing took longer than the wait
        now.addAndGet(Duration.ofSeconds(3).toNanos());
        guard.failed(HERE, "a@acme.example");
        assertThat(guard.attempt(HERE, "a@acme.example")).isEqualTo(Duration.ofSeconds(1));
        assertThat(guard.attempt(HERE, "b@acme.example")).isZero();
    }

    @Test
    void an_attempt_that_was_not_decided_does_not_count() {
        LoginGuard guard = guard(Map.of());
        for (int attempt = 1; attempt <= 50; attempt++) {
            assertThat(guard.attempt(HERE, "a@acme.example")).isZero();
            guard.undecided(HERE, "a@acme.example");
        }
    }

    @Test
    void after_a_window_without_failures_counting_starts_over() {
        LoginGuard guard = guard(Map.of());
        for (int attempt = 1; attempt <= 6; attempt++) {
            guard.attempt(HERE, "a@acme.example");
        }
        now.addAndGet(Duration.ofSeconds(900).toNanos());
        for (int attempt = 1; attempt <= 6; attempt++) {
            assertThat(guard.attempt(HERE, "a@acme.example")).isZero();
        }
    }

    @Test
    void one_household_of_ipv6_is_one_address() {
        LoginGuard guard = guard(Map.of());
        for (int attempt = 1; attempt <= 11; attempt++) {
            guard.attempt(address("2001:db8::" + attempt), "a%d@acme.example".formatted(attempt));
        }
        assertThat(guard.attempt(address("2001:db8:0:0:ffff::1"), "b@acme.example"))
                .isPositive();
        assertThat(guard.attempt(address("2001:db8:0:1::1"), "b@acme.example")).isZero();
    }

    @Test
    void a_flood_of_names_costs_no_more_memory_than_allowed_and_frees_no_blocked_account() {
        LoginGuard guard = guard(Map.of("QUEEN_LOGIN_MAX_TRACKED", "50", "QUEEN_LOGIN_FREE_FAILURES_IP", "1000000"));
        for (int attempt = 1; attempt <= 6; attempt++) {
            guard.attempt(HERE, "victim@acme.example");
        }
        for (int flood = 1; flood <= 1000; flood++) {
            guard.attempt(HERE, "flood%d@acme.example".formatted(flood));
            assertThat(guard.tracked()).isLessThanOrEqualTo(50);
        }
        assertThat(guard.attempt(HERE, "victim@acme.example")).isPositive();
    }

    private static InetAddress address(String text) {
        try {
            return InetAddress.getByName(text);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(text, impossible);
        }
    }
}
