package queencell.gate;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/// Cuts an HTTP/1.1 stream into messages without changing a byte.
final class HttpFrames {

    private HttpFrames() {}

    /// @param raw everything, to be passed on
    /// @param body without its framing
    record Frame(String firstLine, byte[] raw, byte[] body) {

        /// A part of the first line.
        String word(int index) {
            return firstLine.split(" ", 3)[index];
        }
    }

    static Frame request(InputStream in) throws IOException {
        return read(in, false);
    }

    static Frame answer(InputStream in) throws IOException {
        return read(in, true);
    }

    private static Frame read(InputStream in, boolean answer) throws IOException {
        var raw = new ByteArrayOutputStream();
        String first = line(in, raw);
        int length = -1;
        boolean chunked = false;
        for (String field = line(in, raw); !field.isEmpty(); field = line(in, raw)) {
            String lower = field.toLowerCase(Locale.ROOT);
            if (lower.startsWith("content-length:")) {
                length = Integer.parseInt(lower.substring(15).strip());
            }
            chunked |= lower.startsWith("transfer-encoding:") && lower.contains("chunked");
        }
        if (chunked) {
            byte[] body = chunks(in, raw);
            return new Frame(first, raw.toByteArray(), body);
        }
        boolean bodiless = !answer || first.startsWith("204", first.indexOf(' ') + 1);
        byte[] body = length >= 0 ? in.readNBytes(length) : bodiless ? new byte[0] : in.readAllBytes();
        if (length >= 0 && body.length < length) {
            throw new EOFException("ended inside a body");
        }
        raw.writeBytes(body);
        return new Frame(first, raw.toByteArray(), body);
    }

    private static byte[] chunks(InputStream in, ByteArrayOutputStream raw) throws IOException {
        var whole = new ByteArrayOutputStream();
        while (true) {
            int size = Integer.parseInt(line(in, raw).split(";")[0].strip(), 16);
            byte[] chunk = in.readNBytes(size);
            whole.writeBytes(chunk);
            raw.writeBytes(chunk);
            line(in, raw);
            if (size == 0) {
                return whole.toByteArray();
            }
        }
    }

    private static String line(InputStream in, ByteArrayOutputStream raw) throws IOException {
        var line = new ByteArrayOutputStream();
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("ended inside a head");
            }
            raw.write(next);
            line.write(next);
        }
        raw.write('\n');
        String text = line.toString(StandardCharsets.ISO_8859_1);
        return text.endsWith("\r") ? text.substring(0, text.length() - 1) : text;
    }

    static void answer(Socket to, int status, byte[] json) throws IOException {
        String head = "HTTP/1.1 %d Said\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n"
                .formatted(status, json.length);
        var all = new ByteArrayOutputStream();
        all.writeBytes(head.getBytes(StandardCharsets.ISO_8859_1));
        all.writeBytes(json);
        to.getOutputStream().write(all.toByteArray());
    }

    static void end(AutoCloseable socket) {
        try {
            socket.close();
        } catch (Exception _) {
            // it is ended, which is all that is wanted
        }
    }
}
