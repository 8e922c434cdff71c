package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import net.jqwik.api.constraints.StringLength;
import queencell.json.UnreadableBytesException;

class AnswerReaderPropertyTest {

    private static final int LONGEST = 1 << 20;

    @Property(tries = 500)
    void an_answer_with_a_length_must_be_read_whole_wherever_its_bytes_are_cut(
            @ForAll @StringLength(max = 300) String text,
            @ForAll @Size(max = 40) List<@IntRange(min = 1, max = 30) Integer> cuts)
            throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        byte[] bytes = answer("HTTP/1.1 200 OK\r\ncontent-length: " + body.length + "\r\n", body);
        var reader = new AnswerReader(new Cut(bytes, cuts)::read);
        assertThat(reader.read(LONGEST).body()).isEqualTo(body);
    }

    @Property(tries = 500)
    void a_chunked_answer_must_be_read_whole_wherever_its_bytes_are_cut(
            @ForAll @Size(max = 8) List<@StringLength(min = 1, max = 60) String> chunks,
            @ForAll @Size(max = 40) List<@IntRange(min = 1, max = 30) Integer> cuts)
            throws IOException {
        var wire = new ByteArrayOutputStream();
        var whole = new ByteArrayOutputStream();
        for (String chunk : chunks) {
            byte[] part = chunk.getBytes(StandardCharsets.UTF_8);
            wire.writeBytes("%x;ext=1\r\n".formatted(part.length).getBytes(StandardCharsets.US_ASCII));
            wire.writeBytes(part);
            wire.writeBytes("\r\n".getBytes(StandardCharsets.US_ASCII));
            whole.writeBytes(part);
        }
        wire.writeBytes("0\r\nx-trailer: 1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        byte[] bytes = answer("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n", wire.toByteArray());
        RawAnswer answer = new AnswerReader(new Cut(bytes, cuts)::read).read(LONGEST);
        assertThat(answer.body()).isEqualTo(whole.toByteArray());
        assertThat(answer.keepAlive()).isTrue();
    }

    @Property(tries = 300)
    void an_answer_that_breaks_off_must_never_pass_for_a_whole_one(
            @ForAll @StringLength(min = 1, max = 50) String text, @ForAll @IntRange(min = 0, max = 10_000) int at) {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        byte[] whole = answer("HTTP/1.1 200 OK\r\ncontent-length: " + body.length + "\r\n", body);
        byte[] cut = Arrays.copyOf(whole, at % whole.length);
        assertThatThrownBy(() -> new AnswerReader(new Cut(cut, List.of())::read).read(LONGEST))
                .isInstanceOf(EOFException.class);
    }

    @Property(tries = 200)
    void answers_on_one_connection_must_not_run_into_each_other(
            @ForAll @Size(min = 1, max = 5) List<@StringLength(max = 40) String> texts,
            @ForAll @Size(max = 40) List<@IntRange(min = 1, max = 30) Integer> cuts)
            throws IOException {
        var wire = new ByteArrayOutputStream();
        for (String text : texts) {
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            wire.writeBytes(answer("HTTP/1.1 200 OK\r\ncontent-length: " + body.length + "\r\n", body));
        }
        var reader = new AnswerReader(new Cut(wire.toByteArray(), cuts)::read);
        for (String text : texts) {
            assertThat(reader.read(LONGEST).body()).isEqualTo(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    @Example
    void a_204_must_not_wait_for_a_body() throws IOException {
        var reader = new AnswerReader(new Cut(answer("HTTP/1.1 204 No Content\r\n", new byte[0]), List.of())::read);
        RawAnswer answer = reader.read(LONGEST);
        assertThat(answer.status()).isEqualTo(204);
        assertThat(answer.keepAlive()).isTrue();
    }

    @Example
    void an_announcement_must_not_be_taken_for_the_answer() throws IOException {
        byte[] bytes =
                answer("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n", new byte[] {'{', '}'});
        assertThat(new AnswerReader(new Cut(bytes, List.of())::read)
                        .read(LONGEST)
                        .status())
                .isEqualTo(200);
    }

    @Example
    void a_connection_that_is_to_be_closed_must_not_be_kept() throws IOException {
        byte[] bytes = answer("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n", new byte[0]);
        assertThat(new AnswerReader(new Cut(bytes, List.of())::read)
                        .read(LONGEST)
                        .keepAlive())
                .isFalse();
    }

    @Example
    void an_answer_without_length_ends_with_the_connection() throws IOException {
        byte[] body = "x".repeat(40_000).getBytes(StandardCharsets.US_ASCII);
        RawAnswer answer =
                new AnswerReader(new Cut(answer("HTTP/1.1 502 Bad Gateway\r\n", body), List.of())::read).read(LONGEST);
        assertThat(answer.body()).isEqualTo(body);
        assertThat(answer.keepAlive()).isFalse();
    }

    @Example
    void a_length_or_a_head_beyond_its_bound_must_be_refused_before_it_is_read() {
        for (byte[] bytes : List.of(
                answer("HTTP/1.1 200 OK\r\nContent-Length: 1048577\r\n", new byte[0]),
                answer(
                        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n",
                        "100001\r\n".getBytes(StandardCharsets.US_ASCII)),
                answer("HTTP/1.1 200 OK\r\nx: " + "y".repeat(70_000) + "\r\n", new byte[0]),
                answer("HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n", new byte[2]),
                answer("HTTP/1.1 200 OK\r\nContent-Length: +1\r\n", new byte[2]),
                answer("SSH-2.0-OpenSSH\r\n", new byte[0]))) {
            assertThatThrownBy(() -> new AnswerReader(new Cut(bytes, List.of())::read).read(LONGEST))
                    .isInstanceOf(UnreadableBytesException.class);
        }
    }

    private static byte[] answer(String head, byte[] body) {
        var bytes = new ByteArrayOutputStream();
        bytes.writeBytes((head + "\r\n").getBytes(StandardCharsets.US_ASCII));
        bytes.writeBytes(body);
        return bytes.toByteArray();
    }

    /// Hands out bytes in pieces of the given sizes, the rest at once.
    private static final class Cut {
        private final byte[] bytes;
        private final List<Integer> sizes;
        private int at;
        private int piece;

        Cut(byte[] bytes, List<Integer> sizes) {
            this.bytes = bytes;
            this.sizes = sizes;
        }

        int read(byte[] into, int offset, int length) {
            if (at == bytes.length) {
                return -1;
            }
            int size = piece < sizes.size() ? sizes.get(piece++) : bytes.length;
            int count = Math.min(Math.min(size, length), bytes.length - at);
            System.arraycopy(bytes, at, into, offset, count);
            at += count;
            return count;
        }
    }
}
