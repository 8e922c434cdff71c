package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;

/// The readers of heads and bodies hold for any bytes and any way to cut them.
class FramingPropertyTest {

    @Property(tries = 500)
    void random_bytes_never_throw_or_pass_as_a_head_with_odd_parts(@ForAll byte[] bytes, @ForAll byte[] tail) {
        byte[] start = "GET /a HTTP/1.1\r\nHost: h\r\n".getBytes(StandardCharsets.ISO_8859_1);
        ByteBuf in = Unpooled.wrappedBuffer(start, bytes, "\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1), tail);
        if (new HeadReader(EdgeSettings.defaults()).read(in) instanceof HeadReader.Outcome.Read read) {
            read.head().headers().forEach((name, value) -> {
                assertThat(name).matches("[!#$%&'*+.^_`|~0-9A-Za-z-]+");
                assertThat(value).doesNotContainPattern("[\\x00-\\x08\\x0a-\\x1f\\x7f]");
            });
        }
        in.release();
    }

    @Property(tries = 500)
    void a_chunked_body_depends_on_how_it_is_cut(
            @ForAll @Size(max = 8) List<@Size(min = 1, max = 40) byte[]> chunks,
            @ForAll @IntRange(min = 1, max = 9) int step) {
        ByteBuf wire = Unpooled.buffer();
        ByteBuf body = Unpooled.buffer();
        for (byte[] chunk : chunks) {
            wire.writeCharSequence(Integer.toHexString(chunk.length) + ";x=y\r\n", StandardCharsets.ISO_8859_1);
            wire.writeBytes(chunk).writeCharSequence("\r\n", StandardCharsets.ISO_8859_1);
            body.writeBytes(chunk);
        }
        wire.writeCharSequence("0\r\nT: t\r\n\r\nNEXT", StandardCharsets.ISO_8859_1);
        BodyReader reader = new BodyReader(InboundBody.CHUNKED);
        ByteBuf in = Unpooled.buffer();
        ByteBuf read = Unpooled.buffer();
        while (wire.isReadable()) {
            in.writeBytes(wire, Math.min(step, wire.readableBytes()));
            while (reader.next(in) instanceof BodyReader.Piece.Data data) {
                read.writeBytes(data.bytes());
                data.bytes().release();
            }
        }
        assertThat(reader.done()).isTrue();
        assertThat(read).isEqualTo(body);
        assertThat(in.toString(StandardCharsets.ISO_8859_1)).isEqualTo("NEXT");
    }

    @Property(tries = 500)
    void random_chunks_never_throw_or_yield_more_than_came(@ForAll byte[] bytes) {
        ByteBuf in = Unpooled.wrappedBuffer(bytes);
        BodyReader reader = new BodyReader(InboundBody.CHUNKED);
        int read = 0;
        while (reader.next(in) instanceof BodyReader.Piece.Data data) {
            read += data.bytes().readableBytes();
            data.bytes().release();
        }
        assertThat(read).isLessThanOrEqualTo(bytes.length);
        in.release();
    }
}
