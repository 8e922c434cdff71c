package queencell.proxy.meter;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.UUID;

/// UUIDs of version 5 (RFC 9562): the same name always gives the same id.
final class NameUuid {
    /// Namespace of names that are no DNS name, URL or OID.
    private static final UUID NAMESPACE = UUID.fromString("6ba7b814-9dad-11d1-80b4-00c04fd430c8");

    private NameUuid() {}

    static UUID of(String name) {
        byte[] hash = sha1(name);
        // version 5, variant of RFC 9562
        hash[6] = (byte) (hash[6] & 0x0f | 0x50);
        hash[8] = (byte) (hash[8] & 0x3f | 0x80);
        ByteBuffer bits = ByteBuffer.wrap(hash);
        return new UUID(bits.getLong(), bits.getLong());
    }

    private static byte[] sha1(String name) {
        try {
            var digest = MessageDigest.getInstance("SHA-1");
            digest.update(ByteBuffer.allocate(16)
                    .putLong(NAMESPACE.getMostSignificantBits())
                    .putLong(NAMESPACE.getLeastSignificantBits())
                    .array());
            return digest.digest(name.getBytes(StandardCharsets.UTF_8));
        } catch (NoSuchAlgorithmException impossible) {
            throw new IllegalStateException("every Java platform has SHA-1", impossible);
        }
    }
}
