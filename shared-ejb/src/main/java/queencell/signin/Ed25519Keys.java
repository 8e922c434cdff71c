package queencell.signin;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.security.interfaces.EdECPrivateKey;
import java.security.interfaces.EdECPublicKey;
import java.security.spec.EdECPoint;
import java.security.spec.EdECPublicKeySpec;
import java.security.spec.NamedParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import queencell.pem.PemBlock;
import queencell.settings.InvalidSettingException;

/// Reads Ed25519 keys from PEM text and names them (pipeline, 6.3).
final class Ed25519Keys {
    private static final int RAW_BYTES = 32;
    private static final int SPKI_BYTES = 44;

    private Ed25519Keys() {}

    /// @param setting named in the text of a failure
    static EdECPrivateKey privateKey(String setting, String pem) {
        try {
            byte[] der = onlyBlock(setting, pem);
            var key = KeyFactory.getInstance("Ed25519").generatePrivate(new PKCS8EncodedKeySpec(der));
            return (EdECPrivateKey) key;
        } catch (GeneralSecurityException | ClassCastException unusable) {
            throw unusable(setting, "an Ed25519 private key in PKCS#8");
        }
    }

    static EdECPublicKey publicKey(String setting, String pem) {
        return publicKey(setting, onlyBlock(setting, pem));
    }

    static EdECPublicKey publicKey(String setting, byte[] der) {
        try {
            KeyFactory factory = KeyFactory.getInstance("Ed25519");
            return (EdECPublicKey)
                    factory.generatePublic(der.length == RAW_BYTES ? pointOf(der) : new X509EncodedKeySpec(der));
        } catch (GeneralSecurityException | ClassCastException unusable) {
            throw unusable(setting, "an Ed25519 public key (44 bytes of SPKI, or the raw 32 bytes)");
        }
    }

    /// The public half: the same seed gives the same pair.
    static EdECPublicKey publicOf(EdECPrivateKey key) {
        byte[] seed = key.getBytes().orElseThrow(() -> new IllegalArgumentException("the key shows no bytes"));
        try {
            KeyPairGenerator pairs = KeyPairGenerator.getInstance("Ed25519");
            pairs.initialize(NamedParameterSpec.ED25519, new FixedSeed(seed));
            return (EdECPublicKey) pairs.generateKeyPair().getPublic();
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException("this Java has no Ed25519", missing);
        }
    }

    /// The raw 32 bytes: y, little endian, with the sign of x in the last bit.
    static byte[] raw(EdECPublicKey key) {
        byte[] spki = key.getEncoded();
        return Arrays.copyOfRange(spki, spki.length - RAW_BYTES, spki.length);
    }

    /// Hex of the first 16 bytes of SHA-256 over the raw key.
    static String kidOf(EdECPublicKey key) {
        return HexFormat.of().formatHex(Hashes.sha256(raw(key)), 0, 16);
    }

    static String jwk(String kid, EdECPublicKey key) {
        return "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"%s\",\"kid\":\"%s\",\"alg\":\"EdDSA\",\"use\":\"sig\"}"
                .formatted(Hashes.base64Url(raw(key)), kid);
    }

    /// Whether these bytes are one of ours: the raw form, or SPKI with its fixed length.
    static boolean isPublic(byte[] der) {
        return der.length == RAW_BYTES || der.length == SPKI_BYTES;
    }

    private static EdECPublicKeySpec pointOf(byte[] raw) {
        byte[] bigEndian = new byte[RAW_BYTES];
        for (int at = 0; at < RAW_BYTES; at++) {
            bigEndian[at] = raw[RAW_BYTES - 1 - at];
        }
        boolean oddX = (bigEndian[0] & 0x80) != 0;
        bigEndian[0] &= 0x7f;
        return new EdECPublicKeySpec(NamedParameterSpec.ED25519, new EdECPoint(oddX, new BigInteger(1, bigEndian)));
    }

    static byte[] onlyBlock(String setting, String pem) {
        List<byte[]> blocks = blocks(setting, pem);
        if (blocks.size() != 1) {
            throw unusable(setting, "exactly one PEM block");
        }
        return blocks.getFirst();
    }

    static List<byte[]> blocks(String setting, String pem) {
        try {
            return PemBlock.all(pem.replace("\\n", "\n")).stream()
                    .map(PemBlock::content)
                    .toList();
        } catch (IllegalArgumentException torn) {
            throw unusable(setting, "PEM blocks that are whole, each from BEGIN to END and without a password");
        }
    }

    static InvalidSettingException unusable(String setting, String expected) {
        return new InvalidSettingException(setting + " cannot be used: give the text of " + expected);
    }

    /// Hands out the seed in place of random bytes.
    private static final class FixedSeed extends SecureRandom {
        private final byte[] seed;

        private FixedSeed(byte[] seed) {
            this.seed = seed.clone();
        }

        @Override
        public void nextBytes(byte[] bytes) {
            System.arraycopy(seed, 0, bytes, 0, bytes.length);
        }
    }
}
