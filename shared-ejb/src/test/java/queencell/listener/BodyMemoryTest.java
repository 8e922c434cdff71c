package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

/// What the bodies of requests may hold together (pipeline, 13).
class BodyMemoryTest {

    @Test
    void one_holder_must_leave_as_much_as_it_has() {
        var memory = new BodyMemory(1000);
        assertThat(memory.share("a").grow(300)).isTrue();
        assertThat(memory.share("a").grow(201)).isFalse();
        assertThat(memory.share("a").grow(200)).isTrue();
        assertThat(memory.share("b").grow(400))
                .as("a first body has what is left")
                .isTrue();
        assertThat(memory.share("b").grow(1)).as("a second one does not").isFalse();
        assertThat(memory.share("c").grow(101)).isFalse();
        assertThat(memory.share("c").grow(100)).isTrue();
        assertThat(memory.held()).isEqualTo(1000);
    }

    @Test
    void what_is_over_must_be_given_back_once_and_take_nothing_more() {
        var memory = new BodyMemory(1000);
        BodyMemory.Share share = memory.share("a");
        assertThat(share.grow(600)).isTrue();
        assertThat(share.grow(400)).isTrue();
        assertThat(share.grow(1)).isFalse();
        share.end();
        share.end();
        assertThat(memory.held()).isZero();
        assertThat(share.grow(1)).isFalse();
        assertThat(memory.share("b").grow(1000)).isTrue();
    }

    @Property
    void more_than_there_is_must_never_be_held_and_nothing_after_all_have_ended(
            @ForAll @Size(max = 60) List<@IntRange(max = 400) Integer> sizes,
            @ForAll @IntRange(min = 1, max = 1000) int bound) {
        var memory = new BodyMemory(bound);
        List<BodyMemory.Share> shares = new ArrayList<>();
        for (int i = 0; i < sizes.size(); i++) {
            BodyMemory.Share share = memory.share(i % 3);
            shares.add(share);
            share.grow(sizes.get(i));
            if (i % 7 == 6) {
                shares.get(i / 2).end();
            }
            assertThat(memory.held()).isBetween(0L, (long) bound);
        }
        shares.forEach(BodyMemory.Share::end);
        assertThat(memory.held()).isZero();
    }

    private static String upload(String holder, int length, String begun) {
        return "POST /late-collect HTTP/1.1\r\nHost: h\r\nx-holder: %s\r\nContent-Length: %d\r\n\r\n%s"
                .formatted(holder, length, begun);
    }

    /// A few dozen uploads that nobody finishes took the heap, and with it the process of all tenants.
    @Test
    void bodies_that_nobody_finishes_must_leave_room_to_others() throws IOException {
        try (TinyListener tiny = TinyListener.start(edge -> TinyListener.bodies(edge, 100_000));
                RawClient first = tiny.client();
                RawClient second = tiny.client();
                RawClient third = tiny.client();
                RawClient neighbour = tiny.client()) {
            tiny.application().maxBody = 100_000;
            first.send(upload("greedy", 40_000, "x".repeat(39_999)));
            second.send(upload("greedy", 40_000, "x".repeat(9_000)));
            RawClient.Answer refused = second.answer();
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).isEqualTo("NO_ROOM");
            assertThat(refused.field("connection")).isEqualTo("close");

            neighbour.send(upload("neighbour", 20_000, "y".repeat(20_000)));
            assertThat(neighbour.answer().body()).isEqualTo("whole");

            first.send("x");
            assertThat(first.answer().body()).isEqualTo("whole");
            third.send(upload("greedy", 90_000, "x".repeat(90_000)));
            assertThat(third.answer().body()).as("what is over holds nothing").isEqualTo("whole");
        }
    }

    @Test
    void a_client_that_leaves_must_take_its_body_along() throws IOException {
        try (TinyListener tiny = TinyListener.start(edge -> TinyListener.bodies(edge, 100_000))) {
            tiny.application().maxBody = 100_000;
            try (RawClient leaver = tiny.client()) {
                leaver.send(upload("a", 90_000, "x".repeat(80_000)));
                await().until(() -> !tiny.application().seen.isEmpty());
            }
            await().untilAsserted(() -> {
                try (RawClient next = tiny.client()) {
                    next.send(upload("b", 90_000, "x".repeat(90_000)));
                    assertThat(next.answer().body()).isEqualTo("whole");
                }
            });
        }
    }

    /// Nobody has been asked for a credential there: all of them together are one holder.
    @Test
    void the_listener_must_say_when_to_come_again() throws IOException {
        try (TinyListener tiny = TinyListener.start(edge -> TinyListener.bodies(edge, 3000));
                RawClient first = tiny.client();
                RawClient second = tiny.client()) {
            first.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(999));
            await().during(java.time.Duration.ofMillis(200))
                    .until(() -> tiny.listener().openConnections() == 2);
            second.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1024\r\n\r\n" + "x".repeat(1023));
            RawClient.Answer refused = second.answer();
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).contains("\"code\":\"rate_limited\"");
            assertThat(refused.field("retry-after")).isEqualTo("1");
        }
    }
}
