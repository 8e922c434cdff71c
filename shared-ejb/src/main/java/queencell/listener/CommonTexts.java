package queencell.listener;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/// Texts that nearly every head holds, as constants: thousands of parked polls would keep a copy of each. **Pure.**
final class CommonTexts {

    /// Names of fields, in both spellings that clients use.
    static final CommonTexts NAMES = new CommonTexts(Stream.of(
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
                    "X-Request-Id")
            .flatMap(name -> Stream.of(name, name.toLowerCase(Locale.ROOT)))
            .toList());

    static final CommonTexts VALUES = new CommonTexts(List.of(
            "",
            "*/*",
            "application/json",
            "application/json; charset=utf-8",
            "chunked",
            "close",
            "gzip, deflate",
            "gzip, deflate, br",
            "https",
            "keep-alive"));

    private final String[][] byLength;

    private CommonTexts(List<String> texts) {
        int longest = texts.stream().mapToInt(String::length).max().orElse(0);
        this.byLength = IntStream.rangeClosed(0, longest)
                .mapToObj(length ->
                        texts.stream().filter(text -> text.length() == length).toArray(String[]::new))
                .toArray(String[][]::new);
    }

    /// The text that stands there, spelled as it stands there.
    String of(byte[] line, int from, int to) {
        int length = to - from;
        if (length < byLength.length) {
            for (String common : byLength[length]) {
                if (standsAt(line, from, common)) {
                    return common;
                }
            }
        }
        return new String(line, from, length, StandardCharsets.ISO_8859_1);
    }

    private static boolean standsAt(byte[] line, int from, String text) {
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) != line[from + at]) {
                return false;
            }
        }
        return true;
    }
}
