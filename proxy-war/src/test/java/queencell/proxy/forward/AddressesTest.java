package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class AddressesTest {

    private final AtomicLong now = new AtomicLong();
    private final AtomicInteger asked = new AtomicInteger();

    private InetAddress[] numbered(String host) throws UnknownHostException {
        return new InetAddress[] {InetAddress.getByName("127.0.0." + asked.incrementAndGet())};
    }

    @Test
    void a_literal_address_is_asked_for() throws Exception {
        Addresses addresses = new Addresses(this::numbered, Duration.ofSeconds(30), now::get);
        assertThat(addresses.of("127.0.0.7").get()).containsExactly(InetAddress.getByName("127.0.0.7"));
        assertThat(addresses.of("::1").get()).containsExactly(InetAddress.getByName("::1"));
        assertThat(asked).hasValue(0);
    }

    @Test
    void every_request_asks_or_an_old_address_lasts_for_good() throws Exception {
        Addresses addresses = new Addresses(this::numbered, Duration.ofSeconds(30), now::get);
        assertThat(addresses.of("h").get().getFirst().getHostAddress()).isEqualTo("127.0.0.1");
        assertThat(addresses.of("h")).isCompleted();
        now.addAndGet(Duration.ofSeconds(31).toNanos());
        assertThat(addresses.of("h").getNow(null))
                .as("the old one serves meanwhile")
                .isNotNull();
        await().until(() -> addresses.of("h").get().getFirst().getHostAddress().equals("127.0.0.2"));
    }

    @Test
    void many_requests_ask_at_once() throws Exception {
        CountDownLatch slow = new CountDownLatch(1);
        Addresses addresses = new Addresses(
                host -> {
                    try {
                        slow.await();
                    } catch (InterruptedException interrupted) {
                        throw new UnknownHostException(host);
                    }
                    return numbered(host);
                },
                Duration.ofSeconds(30),
                now::get);
        CompletableFuture<?> first = addresses.of("h");
        CompletableFuture<?> second = addresses.of("h");
        slow.countDown();
        first.get();
        second.get();
        assertThat(asked).hasValue(1);
    }

    @Test
    void a_failure_is_remembered() {
        AtomicInteger failures = new AtomicInteger();
        Addresses addresses = new Addresses(
                host -> {
                    failures.incrementAndGet();
                    throw new UnknownHostException(host);
                },
                Duration.ofSeconds(30),
                now::get);
        assertThatThrownBy(() -> addresses.of("h").get()).hasCauseInstanceOf(UnknownHostException.class);
        assertThatThrownBy(() -> addresses.of("h").get()).hasCauseInstanceOf(UnknownHostException.class);
        assertThat(failures).hasValue(2);
    }
}
