package queencell.web;

import java.util.concurrent.ThreadLocalRandom;

/// Makes request ids: version 7 UUIDs without dashes, 32 lower-case hex characters (pipeline, A19). Thread-safe.
public final class RequestId {
    public static final String HEADER = "x-queen-request-id";

    private static final char[] HEX = "0123456789abcdef".toCharArray();

    private RequestId() {}

    /// An id of this moment; the first 12 characters are the milliseconds since 1970.
    public static String next() {
        // unique, not secret: no lock and no system call on the hot path
        ThreadLocalRandom random = ThreadLocalRandom.current();
        return of(System.currentTimeMillis(), random.nextLong(), random.nextLong());
    }

    static String of(long epochMillis, long randomHigh, long randomLow) {
        long high = epochMillis << 16 | 0x7000 | randomHigh & 0x0fff;
        long low = 0x8000_0000_0000_0000L | randomLow >>> 2;
        char[] text = new char[32];
        hex(high, text, 0);
        hex(low, text, 16);
        return new String(text);
    }

    private static void hex(long value, char[] text, int at) {
        for (int i = 15; i >= 0; i--) {
            text[at + i] = HEX[(int) (value & 0xf)];
            value >>>= 4;
        }
    }
}
