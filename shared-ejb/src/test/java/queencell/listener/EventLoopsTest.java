package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.bootstrap.ServerBootstrap;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.EventLoop;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLoopsTest {

    private static final Duration LONG = Duration.ofSeconds(60);

    private final EventLoops loops = EventLoops.start("settle", 2);

    @AfterEach
    void stop() {
        loops.close();
    }

    @Test
    void a_loop_that_is_stuck_is_waited_for_without_end() {
        var stuck = new CountDownLatch(1);
        loops.group().next().execute(() -> awaitIt(stuck));

        assertThat(loops.settle(Duration.ofMillis(20))).isFalse();
        stuck.countDown();
        assertThat(loops.settle(LONG)).isTrue();
    }

    @Test
    void a_connection_that_has_just_closed_is_told_of_its_end_behind_the_stop() throws Exception {
        var ends = new AtomicInteger();
        for (int round = 1; round <= 100; round++) {
            Channel open = openOne(ends);
            var closed = new CountDownLatch(1);
            open.closeFuture().addListener(_ -> closed.countDown());
            open.close();
            closed.await();

            assertThat(loops.settle(LONG)).isTrue();
            assertThat(ends).hasValue(round);
        }
    }

    /// Any channel tells of its end in the same way.
    private Channel openOne(AtomicInteger ends) {
        EventLoop loop = loops.group().next();
        return new ServerBootstrap()
                .group(loop)
                .channel(EventLoops.serverSocketsOf(loop))
                .handler(new ChannelInboundHandlerAdapter() {
                    @Override
                    public void channelInactive(ChannelHandlerContext context) {
                        ends.incrementAndGet();
                    }
                })
                .childHandler(new ChannelInboundHandlerAdapter())
                .bind(new InetSocketAddress("127.0.0.1", 0))
                .syncUninterruptibly()
                .channel();
    }

    private static void awaitIt(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
