package queencell.bench.gate;

import java.nio.charset.StandardCharsets;

/// Finds marks in bytes.
final class Scan {
    static final byte[] HEAD_END = ascii("\r\n\r\n");
    static final byte[] CONTENT_LENGTH = ascii("\r\ncontent-length:");

    private Scan() {}

    static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// @return where the mark begins, or -1
    static int find(byte[] in, int from, int to, byte[] mark) {
        byte first = mark[0];
        for (int i = from; i <= to - mark.length; i++) {
            if (in[i] == first && same(in, i, mark)) {
                return i;
            }
        }
        return -1;
    }

    private static boolean same(byte[] in, int at, byte[] mark) {
        for (int i = 1; i < mark.length; i++) {
            if (in[at + i] != mark[i]) {
                return false;
            }
        }
        return true;
    }

    /// @param mark in lower case
    /// @return behind the mark, or -1
    static int findIgnoringCase(byte[] in, int from, int to, byte[] mark) {
        for (int i = from; i <= to - mark.length; i++) {
            int at = 0;
            while (at < mark.length && (in[i + at] | (in[i + at] >= 'A' && in[i + at] <= 'Z' ? 0x20 : 0)) == mark[at]) {
                at++;
            }
            if (at == mark.length) {
                return i + at;
            }
        }
        return -1;
    }
}
