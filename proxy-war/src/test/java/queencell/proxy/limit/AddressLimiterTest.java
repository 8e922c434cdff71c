package queencell.proxy.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import queencell.proxy.cluster.Rate;

/// Buckets of client networks, bounded in number (pipeline, 13).
class AddressLimiterTest {
    private final AtomicLong nanos = new AtomicLong();

    private AddressLimiter limiter(int most) {
        return new AddressLimiter(new Rate(1, 2), most, nanos::get);
    }

    private static InetAddress address(int last) throws UnknownHostException {
        return InetAddress.getByAddress(new byte[] {10, 0, (byte) (last >> 8), (byte) last});
    }

    @Test
    void an_address_over_its_rate_must_wait_and_no_other_must() throws UnknownHostException {
        var limiter = limiter(1000);
        assertThat(limiter.refuses(address(1))).isEmpty();
        assertThat(limiter.refuses(address(1))).isEmpty();

        assertThat(limiter.refuses(address(1))).contains(Duration.ofSeconds(1));
        assertThat(limiter.refuses(address(2))).isEmpty();

        nanos.addAndGet(Duration.ofSeconds(1).toNanos());
        assertThat(limiter.refuses(address(1))).isEmpty();
        assertThat(limiter.refuses(address(1))).isPresent();
    }

    @Test
    void many_addresses_must_not_grow_the_memory_and_one_that_comes_back_must_not_be_forgotten_first()
            throws UnknownHostException {
        // one place in each of 16 shards
        var limiter = limiter(16);
        InetAddress known = address(0);
        limiter.refuses(known);
        limiter.refuses(known);
        assertThat(limiter.refuses(known)).isPresent();

        for (int other = 1; other < 2_000; other++) {
            limiter.refuses(address(other));
        }
        assertThat(limiter.refuses(known))
                .as("forgotten, so that it starts anew")
                .isEmpty();
    }
}
