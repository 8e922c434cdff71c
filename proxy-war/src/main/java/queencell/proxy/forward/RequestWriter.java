package queencell.proxy.forward;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import queencell.listener.BodyFailure;
import queencell.listener.BodyFlow;
import queencell.listener.BodyReceiver;
import queencell.listener.HeadText;
import queencell.listener.InboundBody;

/// Writes one request to a broker: head, framing, and the body with back-pressure. On the loop.
final class RequestWriter implements BodyReceiver {

    private static final byte[] CRLF = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = {'0', '\r', '\n', '\r', '\n'};

    /// A body up to this size is copied behind its head, so that both leave in one buffer.
    private static final int COPIED_BODY_BYTES = 16 * 1024;

    private final UpstreamExchange exchange;
    private final UpstreamConnection connection;
    private BodyFlow flow;
    private boolean chunked;
    private boolean paused;
    private boolean whole;

    RequestWriter(UpstreamExchange exchange, UpstreamConnection connection) {
        this.exchange = exchange;
        this.connection = connection;
    }

    /// Whether every byte was handed to the socket, so that another request may follow.
    boolean whole() {
        return whole;
    }

    void write(UpstreamRequest request) {
        ChannelHandlerContext context = connection.context();
        byte[] body = request.body() instanceof UpstreamBody.Bytes sent ? sent.bytes() : new byte[0];
        boolean copied = body.length <= COPIED_BODY_BYTES;
        ByteBuf head = context.alloc().buffer(1024 + (copied ? body.length : 0));
        writeHead(head, request);
        if (copied) {
            head.writeBytes(body);
        }
        // kept to see afterwards whether any of it went out
        ByteBuf sent = head.retain();
        context.write(head).addListener(written -> {
            boolean untouched = sent.readerIndex() == 0;
            sent.release();
            if (!written.isSuccess()) {
                exchange.sendFailed(connection, untouched);
                return;
            }
            exchange.headWritten();
            if (request.body() instanceof UpstreamBody.Relayed relayed) {
                relay(relayed.body());
            }
        });
        if (!copied) {
            context.write(Unpooled.wrappedBuffer(body));
        }
        whole = !(request.body() instanceof UpstreamBody.Relayed);
        context.flush();
    }

    private void writeHead(ByteBuf out, UpstreamRequest request) {
        var head = new HeadText()
                .text(request.method())
                .text(" ")
                .text(request.base().prefix())
                .text(request.target().isEmpty() ? "/" : request.target())
                .text(" HTTP/1.1")
                .endOfLine()
                .field("Host", request.base().authority());
        for (int at = 0; at < request.fields().size(); at += 2) {
            head.field(request.fields().get(at), request.fields().get(at + 1));
        }
        switch (request.body()) {
            case UpstreamBody.None _ -> {
                if (meansBody(request.method())) {
                    head.field("Content-Length", "0");
                }
            }
            case UpstreamBody.Bytes bytes -> head.field("Content-Length", Integer.toString(bytes.bytes().length));
            case UpstreamBody.Relayed relayed -> {
                chunked = relayed.body().declaredLength() == InboundBody.CHUNKED;
                if (chunked) {
                    head.field("Transfer-Encoding", "chunked");
                } else {
                    head.field("Content-Length", Long.toString(relayed.body().declaredLength()));
                }
            }
        }
        head.endOfLine().writeTo(out);
    }

    private static boolean meansBody(String method) {
        return method.equals("POST") || method.equals("PUT") || method.equals("PATCH");
    }

    private void relay(InboundBody body) {
        if (exchange.awaitsAnswer()) {
            flow = body.relay(this);
        }
    }

    @Override
    public void chunk(ByteBuf piece) {
        if (!exchange.sendsOn(connection)) {
            piece.release();
            return;
        }
        ChannelHandlerContext context = connection.context();
        if (chunked) {
            ByteBuf size = context.alloc().buffer(10);
            ByteBufUtil.writeAscii(size, Integer.toHexString(piece.readableBytes()));
            context.write(size.writeBytes(CRLF));
            context.write(piece);
            context.writeAndFlush(Unpooled.wrappedBuffer(CRLF));
        } else {
            context.writeAndFlush(piece);
        }
        if (!connection.channel().isWritable() && !paused) {
            paused = true;
            flow.pause();
        }
    }

    @Override
    public void end() {
        if (exchange.sendsOn(connection)) {
            whole = true;
            if (chunked) {
                connection.context().writeAndFlush(Unpooled.wrappedBuffer(LAST_CHUNK));
            }
        }
    }

    @Override
    public void failed(BodyFailure failure) {
        exchange.bodyBroken(failure);
    }

    /// The broker took what was waiting.
    void writable() {
        if (paused) {
            paused = false;
            flow.resume();
        }
    }
}
