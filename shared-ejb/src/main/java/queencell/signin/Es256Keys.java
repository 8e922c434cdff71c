package queencell.signin;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.HexFormat;

/// Reads P-256 keys from PEM text and names them, for services that verify with MicroProfile JWT.
final class Es256Keys {
    private static final int FIELD_BYTES = 32;

    private Es256Keys() {}

    /// @param setting named in the text of a failure
    static ECPrivateKey privateKey(String setting, String pem) {
        try {
            byte[] der = Ed25519Keys.onlyBlock(setting, pem);
            var key = (ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(new PKCS8EncodedKeySpec(der));
            if (P256.isOn(key.getParams())) {
                return key;
            }
        } catch (GeneralSecurityException | ClassCastException unusable) {
            // told below
        }
        throw Ed25519Keys.unusable(setting, "a P-256 private key in PKCS#8");
    }

    static ECPublicKey publicKey(String setting, byte[] der) {
        try {
            var key = (ECPublicKey) KeyFactory.getInstance("EC").generatePublic(new X509EncodedKeySpec(der));
            if (P256.isOn(key.getParams())) {
                return key;
            }
        } catch (GeneralSecurityException | ClassCastException unusable) {
            // told below
        }
        throw Ed25519Keys.unusable(setting, "Ed25519 or P-256 public keys");
    }

    /// Hex of the first 16 bytes of SHA-256 over the key's SPKI form.
    static String kidOf(ECPublicKey key) {
        return HexFormat.of().formatHex(Hashes.sha256(key.getEncoded()), 0, 16);
    }

    static String jwk(String kid, ECPublicKey key) {
        return "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"%s\",\"y\":\"%s\",\"kid\":\"%s\",\"alg\":\"ES256\",\"use\":\"sig\"}"
                .formatted(
                        coordinate(key.getW().getAffineX()),
                        coordinate(key.getW().getAffineY()),
                        kid);
    }

    private static String coordinate(BigInteger value) {
        byte[] bytes = value.toByteArray();
        byte[] fixed = new byte[FIELD_BYTES];
        int length = Math.min(bytes.length, FIELD_BYTES);
        System.arraycopy(bytes, bytes.length - length, fixed, FIELD_BYTES - length, length);
        return Hashes.base64Url(fixed);
    }
}
