package queencell.listener;

import io.netty.buffer.ByteBuf;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import queencell.web.Hsts;
import queencell.web.RequestId;
import queencell.web.SecurityHeaders;

/// Status and fields of an answer, without those that frame it: these are the listener's own.
///
/// @param fields name, value, name, value, …
/// @param declaredLength what a `Content-Length` among the fields said, -1 without one
record AnswerHead(int status, String reason, List<String> fields, long declaredLength) {

    private static final FieldNameSet OURS = FieldNameSet.of("Connection", "Transfer-Encoding", "Keep-Alive");
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ENGLISH)
            .withZone(ZoneOffset.UTC);

    /// How the end of a body is told.
    sealed interface Framing {
        record Length(long bytes) implements Framing {}

        record Chunked() implements Framing {}

        /// By the end of the connection, for HTTP/1.0.
        record UntilClose() implements Framing {}

        /// There is no body, and nothing says how long it were.
        record NoBody() implements Framing {}
    }

    private record Second(long epochSecond, String text) {}

    private static volatile Second now = new Second(0, "");

    /// Takes the fields of an application's answer.
    static AnswerHead of(int status, String reason, Map<String, List<String>> headers) {
        var gathered = new Gathered(headers.size());
        headers.forEach((name, values) -> values.forEach(value -> gathered.add(name, value)));
        return gathered.head(status, reason);
    }

    /// The same for an answer that brings its fields along: those of the response win, but for the type of the
    /// body, at which JAX-RS guesses.
    static AnswerHead of(int status, String reason, Map<String, List<String>> headers, InboundHeaders brought) {
        var gathered = new Gathered(headers.size() + brought.size());
        brought.forEach((name, value) -> {
            if (!replaces(headers, name)) {
                gathered.add(name, value);
            }
        });
        headers.forEach((name, values) -> {
            if (!name.equalsIgnoreCase("Content-Type")) {
                values.forEach(value -> gathered.add(name, value));
            }
        });
        return gathered.head(status, reason);
    }

    private static boolean replaces(Map<String, List<String>> headers, String name) {
        for (String set : headers.keySet()) {
            if (set.equalsIgnoreCase(name)) {
                return !name.equalsIgnoreCase("Content-Type");
            }
        }
        return false;
    }

    /// The fields of one answer while they are put together.
    private static final class Gathered {
        private final List<String> fields;
        private int lengths;
        private long declaredLength = -1;
        private boolean identified;
        private boolean dated;

        Gathered(int expected) {
            fields = new ArrayList<>(2 * expected + 4);
        }

        void add(String name, String value) {
            if (name.equalsIgnoreCase("Content-Length")) {
                declaredLength = ++lengths == 1 ? lengthOf(value) : -1;
            } else if (!OURS.contains(name)) {
                identified |= name.equalsIgnoreCase(RequestId.HEADER);
                dated |= name.equalsIgnoreCase("Date");
                fields.add(name);
                fields.add(value);
            }
        }

        AnswerHead head(int status, String reason) {
            if (!dated) {
                fields.add("Date");
                fields.add(date());
            }
            if (!identified) {
                fields.add(RequestId.HEADER);
                fields.add(RequestId.next());
            }
            return new AnswerHead(status, reason, fields, declaredLength);
        }
    }

    /// A browser is told of a refusal what it is told of every other answer (pipeline, 13): no filter of the
    /// application sees this one.
    ///
    /// @param hsts value of [Hsts#HEADER], if it is to be said
    static AnswerHead of(Refusal refusal, Optional<String> hsts) {
        var gathered = new Gathered(8);
        gathered.add("Content-Type", "application/json");
        SecurityHeaders.ALWAYS.forEach(field -> gathered.add(field.name(), field.value()));
        gathered.add(SecurityHeaders.POLICY.name(), SecurityHeaders.POLICY.value());
        gathered.add("Cache-Control", "no-store");
        hsts.ifPresent(value -> gathered.add(Hsts.HEADER, value));
        if (refusal.status() == 429) {
            gathered.add("Retry-After", "1");
        }
        return gathered.head(refusal.status(), reasonOf(refusal.status()));
    }

    AnswerHead withDeclaredLength(long length) {
        return new AnswerHead(status, reason, fields, length);
    }

    /// Whether answers of this status never have a body.
    boolean bodiless() {
        return status == 204 || status == 304;
    }

    void writeTo(ByteBuf out, Framing framing, boolean keepAlive, boolean http10) {
        var head = new HeadText()
                .text("HTTP/1.1 ")
                .text(Integer.toString(status))
                .text(" ")
                .text(reason)
                .endOfLine();
        for (int at = 0; at < fields.size(); at += 2) {
            head.field(fields.get(at), fields.get(at + 1));
        }
        switch (framing) {
            case Framing.Length length -> head.field("Content-Length", Long.toString(length.bytes()));
            case Framing.Chunked _ -> head.field("Transfer-Encoding", "chunked");
            case Framing.UntilClose _, Framing.NoBody _ -> {}
        }
        if (!keepAlive) {
            head.field("Connection", "close");
        } else if (http10) {
            head.field("Connection", "keep-alive");
        }
        head.endOfLine().writeTo(out);
    }

    static String reasonOf(int status) {
        return switch (status) {
            case 400 -> "Bad Request";
            case 408 -> "Request Timeout";
            case 413 -> "Content Too Large";
            case 414 -> "URI Too Long";
            case 421 -> "Misdirected Request";
            case 422 -> "Unprocessable Content";
            case 429 -> "Too Many Requests";
            case 431 -> "Request Header Fields Too Large";
            case 500 -> "Internal Server Error";
            case 501 -> "Not Implemented";
            case 504 -> "Gateway Timeout";
            case 505 -> "HTTP Version Not Supported";
            default -> "";
        };
    }

    private static long lengthOf(String value) {
        try {
            return Long.parseLong(value);
        } catch (NumberFormatException noLength) {
            return -1;
        }
    }

    private static String date() {
        long second = System.currentTimeMillis() / 1000;
        Second known = now;
        if (known.epochSecond() != second) {
            known = new Second(second, DATE.format(Instant.ofEpochSecond(second)));
            now = known;
        }
        return known.text();
    }
}
