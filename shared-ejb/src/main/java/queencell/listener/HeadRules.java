package queencell.listener;

import java.util.List;

/// Decides from the fields of a head how its body is framed and whether the connection stays; refuses every
/// doubt (RFC 9112, 3.2 and 6). **Pure.**
final class HeadRules {

    /// Longer numbers do not fit a long.
    private static final int MAX_LENGTH_DIGITS = 18;

    private HeadRules() {}

    static HeadReader.Outcome check(String method, String target, boolean http10, InboundHeaders headers) {
        List<String> hosts = headers.all("Host");
        if (hosts.size() > 1) {
            return malformed(headers, "%d `Host` lines: send one".formatted(hosts.size()));
        }
        if (hosts.isEmpty() && !http10) {
            return malformed(headers, "no `Host` line: HTTP/1.1 needs one");
        }
        List<String> lengths = headers.all("Content-Length");
        List<String> codings = headers.all("Transfer-Encoding");
        long bodyLength = 0;
        if (!codings.isEmpty()) {
            if (!lengths.isEmpty()) {
                return malformed(headers, "`Content-Length` beside `Transfer-Encoding`: send one of them");
            }
            if (http10) {
                return malformed(headers, "`Transfer-Encoding` in an HTTP/1.0 request: send a `Content-Length`");
            }
            List<String> names = Tokens.listOf(codings);
            if (!names.stream().allMatch("chunked"::equalsIgnoreCase)) {
                return new HeadReader.Outcome.Refused(Refusal.unsupportedCoding(), headers);
            }
            if (names.size() != 1) {
                return malformed(headers, "`Transfer-Encoding` must say `chunked`, once");
            }
            bodyLength = InboundBody.CHUNKED;
        } else if (!lengths.isEmpty()) {
            if (lengths.size() > 1) {
                return malformed(headers, "%d `Content-Length` lines: send one".formatted(lengths.size()));
            }
            String length = lengths.getFirst();
            if (!isLength(length)) {
                return malformed(
                        headers, "`Content-Length` is no number of at most 18 digits: send the bytes of the body");
            }
            bodyLength = Long.parseLong(length);
        }
        return new HeadReader.Outcome.Read(new RequestHead(
                method, target, http10, headers, bodyLength, keepAlive(http10, headers), expects(http10, headers)));
    }

    private static boolean isLength(String text) {
        if (text.isEmpty() || text.length() > MAX_LENGTH_DIGITS) {
            return false;
        }
        for (int at = 0; at < text.length(); at++) {
            if (text.charAt(at) < '0' || text.charAt(at) > '9') {
                return false;
            }
        }
        return true;
    }

    private static boolean keepAlive(boolean http10, InboundHeaders headers) {
        List<String> lines = headers.all("Connection");
        if (lines.isEmpty()) {
            return !http10;
        }
        List<String> options = Tokens.listOf(lines);
        if (options.stream().anyMatch("close"::equalsIgnoreCase)) {
            return false;
        }
        return !http10 || options.stream().anyMatch("keep-alive"::equalsIgnoreCase);
    }

    /// `Expect` is a list (RFC 9110, 10.1.1): whoever names `100-continue` in it waits before it sends the body.
    private static boolean expects(boolean http10, InboundHeaders headers) {
        return !http10
                && headers.contains("Expect")
                && Tokens.listOf(headers.all("Expect")).stream().anyMatch("100-continue"::equalsIgnoreCase);
    }

    private static HeadReader.Outcome malformed(InboundHeaders headers, String text) {
        return new HeadReader.Outcome.Refused(Refusal.malformed(text), headers);
    }
}
