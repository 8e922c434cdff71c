package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelOutboundHandlerAdapter;
import io.netty.channel.ChannelPromise;
import io.netty.channel.embedded.EmbeddedChannel;
import io.netty.util.ReferenceCountUtil;
import java.net.InetAddress;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/// A new connection that closes before a byte of the request went out (pipeline, 9.1): names and bytes of a push go
/// back
/// only if its broker cannot have read anything.
class UnsentRequestTest {
    private final CountDownLatch unknown = new CountDownLatch(1);

    @AutoClose
    private final Sender sender = new Sender();

    /// Never finds a server, so that the test brings the connection.
    private final LoopPool pool = new LoopPool(
            sender.loop,
            Sender.LONG,
            new Addresses(this::neverFound, UpstreamSettings.ADDRESS_TTL, System::nanoTime),
            System::nanoTime,
            new DetachedRelays());

    private InetAddress[] neverFound(String host) {
        try {
            unknown.await();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        return new InetAddress[0];
    }

    /// A socket that closes under the first write.
    private static final class Closing extends ChannelOutboundHandlerAdapter {
        private final int taken;

        /// @param taken bytes that the socket takes before
        Closing(int taken) {
            this.taken = taken;
        }

        @Override
        public void write(ChannelHandlerContext context, Object message, ChannelPromise promise) {
            ((ByteBuf) message).skipBytes(taken);
            ReferenceCountUtil.release(message);
            promise.setFailure(new ClosedChannelException());
        }
    }

    private Outcome outcomeAfter(int taken) throws Exception {
        var told = new CompletableFuture<Outcome>();
        sender.onLoop(() -> {
            var exchange = new UpstreamExchange(
                    Sender.get(BaseUrl.parse("http://broker.example:1"), "/"), sender.loop, told::complete);
            exchange.start(pool, Sender.LONG);
            var connection = new UpstreamConnection(pool, "broker.example:1");
            new EmbeddedChannel(new Closing(taken), connection);
            exchange.connected(connection);
            return null;
        });
        unknown.countDown();
        return told.get(10, TimeUnit.SECONDS);
    }

    @Test
    void a_request_of_which_nothing_went_out_is_said_to_be_sent() throws Exception {
        assertThat(outcomeAfter(0))
                .isInstanceOfSatisfying(
                        Outcome.Unreachable.class,
                        unreachable -> assertThat(unreachable.sent()).isFalse());
    }

    @Test
    void a_request_of_which_a_part_went_out_is_said_to_be_unsent() throws Exception {
        assertThat(outcomeAfter(1))
                .isInstanceOfSatisfying(
                        Outcome.Unreachable.class,
                        unreachable -> assertThat(unreachable.sent()).isTrue());
    }
}
