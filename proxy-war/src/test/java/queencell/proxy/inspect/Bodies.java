package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;

/// Shorthand of the tests of this room.
final class Bodies {
    private Bodies() {}

    static byte[] bytes(String json) {
        return json.getBytes(StandardCharsets.UTF_8);
    }

    static <T> T readable(Reading<T> reading) {
        assertThat(reading).isInstanceOf(Reading.Readable.class);
        return ((Reading.Readable<T>) reading).body();
    }

    static String refused(Reading<?> reading) {
        assertThat(reading).isInstanceOf(Reading.Refused.class);
        return ((Reading.Refused<?>) reading).text();
    }

    static void assertUnreadable(Reading<?> reading) {
        assertThat(reading).isInstanceOf(Reading.Unreadable.class);
    }
}
