package queencell.proxy.forward;

import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import queencell.listener.BodyFlow;
import queencell.listener.BodyReceiver;
import queencell.listener.Collected;
import queencell.listener.InboundBody;

/// A client's body that the test pushes.
final class PushedBody implements InboundBody {
    private final Sender sender;
    private final long length;
    volatile BodyReceiver receiver;
    volatile boolean paused;

    /// @param sender whose loop the body lives on
    PushedBody(Sender sender, long length) {
        this.sender = sender;
        this.length = length;
    }

    @Override
    public long declaredLength() {
        return length;
    }

    @Override
    public void collect(Object holder, int maxBytes, Consumer<Collected> done) {
        throw new UnsupportedOperationException("only relayed here");
    }

    @Override
    public Runnable keep() {
        throw new UnsupportedOperationException("only relayed here");
    }

    @Override
    public BodyFlow relay(BodyReceiver given) {
        receiver = given;
        return new BodyFlow() {
            @Override
            public void pause() {
                paused = true;
            }

            @Override
            public void resume() {
                paused = false;
            }
        };
    }

    void push(String text) {
        if (receiver == null) {
            await().until(() -> receiver != null);
        }
        ByteBuf piece = Unpooled.copiedBuffer(text, StandardCharsets.ISO_8859_1);
        sender.onLoop(() -> {
            receiver.chunk(piece);
            return null;
        });
    }

    void end() {
        await().until(() -> receiver != null);
        sender.onLoop(() -> {
            receiver.end();
            return null;
        });
    }
}
