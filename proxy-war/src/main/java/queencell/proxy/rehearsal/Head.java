package queencell.proxy.rehearsal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Locale;

/// As much of the head of a request or an answer as the two ends of a rehearsal need to know.
///
/// @param startLine the request or status line
/// @param bodyLength what `Content-Length` says; nothing else frames a body here
record Head(String startLine, int bodyLength) {
    private static final String LENGTH = "content-length:";

    /// Blocks until it is whole.
    ///
    /// @throws EOFException when the other end has left
    static Head read(InputStream in) throws IOException {
        String startLine = line(in);
        int length = 0;
        for (String field = line(in); !field.isEmpty(); field = line(in)) {
            if (field.toLowerCase(Locale.ROOT).startsWith(LENGTH)) {
                length = Integer.parseInt(field.substring(LENGTH.length()).strip());
            }
        }
        return new Head(startLine, length);
    }

    private static String line(InputStream in) throws IOException {
        var line = new ByteArrayOutputStream(64);
        for (int next = in.read(); next != '\n'; next = in.read()) {
            if (next < 0) {
                throw new EOFException("the other end has left");
            }
            if (next != '\r') {
                line.write(next);
            }
        }
        return line.toString(US_ASCII);
    }

    /// The path of a request.
    String path() {
        String target = startLine.split(" ")[1];
        int mark = target.indexOf('?');
        return mark < 0 ? target : target.substring(0, mark);
    }

    /// The status of an answer.
    int status() {
        return Integer.parseInt(startLine.split(" ")[1]);
    }
}
