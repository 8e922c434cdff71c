package queencell.listener;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;

/// Writes one relayed body to a Netty connection and keeps to the framing that its head announced.
final class RelaySink implements AnswerSink {

    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);
    /// What is copied behind the head at most, so that a small answer leaves in one buffer.
    private static final int GATHERED_BYTES = 16 * 1024;

    private static final byte[] CRLF = "\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final Connection connection;
    private final Call call;
    private final AnswerHead.Framing framing;
    /// The head and small pieces behind it, as long as they come at once; null when they went out.
    private ByteBuf gathered;
    private long written;
    private boolean over;
    private Runnable resume = () -> {};

    /// @param head to be sent in front of the body; what of the body comes before [#sendGathered] leaves with it
    RelaySink(Connection connection, Call call, AnswerHead.Framing framing, ByteBuf head) {
        this.connection = connection;
        this.call = call;
        this.framing = framing;
        this.gathered = head;
    }

    /// The source has handed over what it had at once.
    void sendGathered() {
        if (writeGathered()) {
            connection.flushSoon();
        }
    }

    private boolean writeGathered() {
        if (gathered == null) {
            return false;
        }
        connection.context().write(gathered);
        gathered = null;
        return true;
    }

    @Override
    public void write(ByteBuf piece) {
        int length = piece.readableBytes();
        if (over
                || length == 0
                || framing instanceof AnswerHead.Framing.NoBody
                || !connection.channel().isActive()) {
            piece.release();
            return;
        }
        written += length;
        switch (framing) {
            case AnswerHead.Framing.Length declared
            when written > declared.bytes() -> {
                // one byte more than announced would be read as the next answer
                piece.release();
                fail();
                return;
            }
            case AnswerHead.Framing.Length _
            when gathered != null && gathered.readableBytes() + length <= GATHERED_BYTES -> {
                gathered.writeBytes(piece);
                piece.release();
                return;
            }
            case AnswerHead.Framing.Chunked _ -> {
                writeGathered();
                ByteBuf size = connection.context().alloc().buffer(10);
                ByteBufUtil.writeAscii(size, Integer.toHexString(length));
                connection.context().write(size.writeBytes(CRLF));
                connection.context().write(piece);
                connection.context().write(Unpooled.wrappedBuffer(CRLF));
            }
            default -> {
                writeGathered();
                connection.context().write(piece);
            }
        }
        connection.flushSoon();
    }

    @Override
    public void end() {
        if (over) {
            return;
        }
        if (framing instanceof AnswerHead.Framing.Length declared && written < declared.bytes()) {
            fail();
            return;
        }
        over = true;
        writeGathered();
        if (framing instanceof AnswerHead.Framing.Chunked) {
            connection.context().write(Unpooled.wrappedBuffer(LAST_CHUNK));
        }
        call.relayEnded();
    }

    @Override
    public void fail() {
        if (!over) {
            over = true;
            writeGathered();
            call.relayFailed();
        }
    }

    @Override
    public boolean writable() {
        return connection.channel().isWritable();
    }

    @Override
    public void onWritable(Runnable runnable) {
        resume = runnable;
    }

    void caughtUp() {
        if (!over) {
            resume.run();
        }
    }
}
