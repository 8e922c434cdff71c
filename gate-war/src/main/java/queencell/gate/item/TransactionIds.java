package queencell.gate.item;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/// Ids of pushed messages that are made from their parent's (document, 6.4): the same on every replay, different for
/// every label. The values are API: another formula would re-open deduplication for every graph.
public final class TransactionIds {

    private static final byte[] NAMESPACE = ByteBuffer.allocate(16)
            .putLong(0x6ba7b8149dad11d1L)
            .putLong(0x80b400c04fd430c8L)
            .array();
    private static final byte SEPARATOR = 0x1F;

    private TransactionIds() {}

    /// UUID version 5 of parent and label.
    ///
    /// @param parent id of the message that is relayed
    /// @param label of the destination, from the plan
    public static String derive(String parent, String label) {
        MessageDigest sha1 = sha1();
        sha1.update(NAMESPACE);
        sha1.update(parent.getBytes(StandardCharsets.UTF_8));
        sha1.update(SEPARATOR);
        ByteBuffer digest = ByteBuffer.wrap(sha1.digest(label.getBytes(StandardCharsets.UTF_8)));
        long high = digest.getLong() & ~0xF000L | 0x5000L;
        long low = digest.getLong() & 0x3FFFFFFFFFFFFFFFL | 0x8000000000000000L;
        return new UUID(high, low).toString();
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-1", impossible);
        }
    }
}
