package queencell.listener;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Names of header fields that nearly every head has, as constants: a head then holds no copies of them, which
/// thousands
/// of parked polls would keep. **Pure.**
final class FieldNames {

    private static final List<String> COMMON = List.of(
            "Accept",
            "Accept-Encoding",
            "Authorization",
            "Connection",
            "Content-Length",
            "Content-Type",
            "Cookie",
            "Date",
            "Host",
            "Server",
            "Transfer-Encoding",
            "User-Agent",
            "X-Forwarded-For",
            "X-Forwarded-Proto",
            "X-Request-Id");

    /// Both spellings that clients use, by their length.
    private static final List<List<String>> BY_LENGTH = IntStream.rangeClosed(0, "Transfer-Encoding".length())
            .mapToObj(length -> COMMON.stream()
                    .filter(name -> name.length() == length)
                    .flatMap(name -> Stream.of(name, name.toLowerCase(Locale.ROOT)))
                    .toList())
            .toList();

    private FieldNames() {}

    /// The name that stands in the first `length` bytes, spelled as it stands there.
    static String of(byte[] line, int length) {
        if (length < BY_LENGTH.size()) {
            for (String common : BY_LENGTH.get(length)) {
                if (equals(common, line)) {
                    return common;
                }
            }
        }
        return new String(line, 0, length, StandardCharsets.ISO_8859_1);
    }

    private static boolean equals(String name, byte[] line) {
        for (int at = 0; at < name.length(); at++) {
            if (name.charAt(at) != line[at]) {
                return false;
            }
        }
        return true;
    }
}
