package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.ByteArrayOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import queencell.log.EventLog;
import queencell.log.EventSink;

/// What the bodies of requests may hold together (pipeline, 13).
class BodyMemoryTest {

    @Test
    void one_holder_must_leave_as_much_as_it_has() {
        var memory = new BodyMemory("tiny", 1000);
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
        var memory = new BodyMemory("tiny", 1000);
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
        var memory = new BodyMemory("tiny", bound);
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

    /// One byte of each of a thousand bodies took half of the memory.
    @Test
    void a_few_bytes_must_not_hold_what_was_announced() {
        var memory = new BodyMemory("tiny", 1_000_000);
        var collector = new Collector(65_536, 100_000, memory.share("a"));
        assertThat(collector.add(bytes(1))).isEqualTo(Collector.Added.FITS);
        assertThat(memory.held()).isLessThanOrEqualTo(1024);
        assertThat(collector.add(bytes(65_535))).isEqualTo(Collector.Added.FITS);
        assertThat(memory.held()).isEqualTo(65_536);
        var tiny = new Collector(10, 100_000, memory.share("b"));
        assertThat(tiny.add(bytes(1))).isEqualTo(Collector.Added.FITS);
        assertThat(memory.held()).isEqualTo(65_546);
    }

    @Test
    void what_has_room_must_not_be_refused_because_twice_as_much_has_none() {
        var memory = new BodyMemory("tiny", 10_000);
        var collector = new Collector(InboundBody.CHUNKED, 100_000, memory.share("a"));
        assertThat(collector.add(bytes(6000))).isEqualTo(Collector.Added.FITS);
        for (int piece = 0; piece < 40; piece++) {
            assertThat(collector.add(bytes(100))).isEqualTo(Collector.Added.FITS);
        }
        assertThat(collector.toBytes()).hasSize(10_000);
        assertThat(collector.add(bytes(1))).isEqualTo(Collector.Added.NO_ROOM);
    }

    private static ByteBuf bytes(int count) {
        return Unpooled.wrappedBuffer(new byte[count]);
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
            second.send(upload("greedy", 40_000, "x".repeat(20_000)));
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

    /// Whoever cannot sign in cannot help himself either.
    @Test
    void connections_that_send_one_byte_each_must_not_lock_others_out() throws IOException {
        List<RawClient> begun = new ArrayList<>();
        try (TinyListener tiny = TinyListener.start(edge -> TinyListener.bodies(edge, 1_000_000));
                RawClient other = tiny.client()) {
            tiny.application().maxBody = 100_000;
            for (int each = 0; each < 40; each++) {
                RawClient client = tiny.client();
                begun.add(client);
                client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 65536\r\n\r\nx");
            }
            await().during(Duration.ofMillis(300)).until(() -> tiny.listener().openConnections() == 41);
            other.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\n\r\n" + "y".repeat(60_000));
            assertThat(other.answer().status()).isEqualTo(200);
        } finally {
            for (RawClient each : begun) {
                each.close();
            }
        }
    }

    /// Whoever wants to sign in found no room while somebody held large bodies that he did not finish.
    @Test
    void large_bodies_that_nobody_finishes_must_not_lock_small_ones_out() throws IOException {
        String chunked = "POST /echo HTTP/1.1\r\nHost: h\r\nTransfer-Encoding: chunked\r\n\r\n2710\r\n";
        try (TinyListener tiny = TinyListener.start(edge -> TinyListener.bodies(edge, 100_000));
                RawClient declared = tiny.client();
                RawClient pieces = tiny.client();
                RawClient third = tiny.client();
                RawClient small = tiny.client()) {
            tiny.application().maxBody = 100_000;
            declared.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 60000\r\n\r\n" + "x".repeat(39_000));
            pieces.send(chunked + "x".repeat(10_000));
            await().untilAsserted(() -> assertThat(refusedOrOpen(tiny, 20_000)).isEqualTo(429));
            third.send(chunked + "x".repeat(10_000) + "\r\n0\r\n\r\n");
            assertThat(third.answer().status()).as("another large one").isEqualTo(429);

            small.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 16384\r\n\r\n" + "y".repeat(16_384));
            assertThat(small.answer().status()).isEqualTo(200);
        }
    }

    private static int refusedOrOpen(TinyListener tiny, int length) throws IOException {
        try (RawClient client = tiny.client()) {
            client.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: %d\r\n\r\n".formatted(length)
                    + "x".repeat(length));
            return client.answer().status();
        }
    }

    /// The bytes of a resource that goes on were counted no more, although they were there.
    @Test
    void a_body_must_count_for_as_long_as_somebody_works_on_it() throws IOException {
        try (TinyListener tiny = TinyListener.start(edge -> TinyListener.bodies(edge, 100_000));
                RawClient slow = tiny.client();
                RawClient refused = tiny.client()) {
            tiny.application().maxBody = 100_000;
            tiny.application().timeout = Duration.ofMillis(300);
            String body = "Host: h\r\nContent-Length: 60000\r\n\r\n" + "x".repeat(60_000);
            slow.send("POST /blocking-work HTTP/1.1\r\n" + body);
            assertThat(slow.answer().status()).isEqualTo(504);
            tiny.application().timeout = Duration.ofSeconds(60);
            refused.send("POST /echo HTTP/1.1\r\n" + body);
            assertThat(refused.answer().status()).isEqualTo(429);

            tiny.application().work.countDown();
            await().untilAsserted(() -> {
                try (RawClient next = tiny.client()) {
                    next.send("POST /echo HTTP/1.1\r\n" + body);
                    assertThat(next.answer().status()).isEqualTo(200);
                }
            });
        }
    }

    /// Nobody has been asked for a credential there: all of them together are one holder.
    @Test
    void the_listener_must_say_when_to_come_again_and_the_log_that_it_did() throws IOException {
        var log = new ByteArrayOutputStream();
        EventSink.use(new EventSink(EventLog.Level.INFO, false, Clock.systemUTC(), log));
        try (TinyListener tiny = TinyListener.start(edge -> TinyListener.bodies(edge, 3000));
                RawClient first = tiny.client();
                RawClient second = tiny.client()) {
            first.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1000\r\n\r\n" + "x".repeat(999));
            await().during(Duration.ofMillis(200)).until(() -> tiny.listener().openConnections() == 2);
            second.send("POST /echo HTTP/1.1\r\nHost: h\r\nContent-Length: 1024\r\n\r\n" + "x".repeat(1023));
            RawClient.Answer refused = second.answer();
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.body()).contains("\"code\":\"rate_limited\"");
            assertThat(refused.field("retry-after")).isEqualTo("1");
            assertThat(log.toString(StandardCharsets.UTF_8))
                    .containsPattern(" WARN edge event=bodies_refused listener=tiny held=[0-9]+ max=3000 suppressed=0");
        } finally {
            EventSink.use(new EventSink(
                    EventLog.Level.INFO, false, Clock.systemUTC(), new FileOutputStream(FileDescriptor.out)));
        }
    }
}
