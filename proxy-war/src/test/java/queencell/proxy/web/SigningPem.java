package queencell.proxy.web;

import java.security.GeneralSecurityException;
import java.security.KeyPairGenerator;
import java.security.spec.AlgorithmParameterSpec;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.NamedParameterSpec;
import java.util.Base64;

/// New private keys as a proxy takes them in its settings.
public final class SigningPem {

    private SigningPem() {}

    /// For `QUEEN_PROXY_JWT_ED25519_PEM`.
    public static String ed25519() {
        return pem("Ed25519", NamedParameterSpec.ED25519);
    }

    /// For `QUEEN_PROXY_JWT_ES256_PEM`.
    public static String es256() {
        return pem("EC", new ECGenParameterSpec("secp256r1"));
    }

    private static String pem(String algorithm, AlgorithmParameterSpec parameters) {
        try {
            var generator = KeyPairGenerator.getInstance(algorithm);
            generator.initialize(parameters);
            byte[] key = generator.generateKeyPair().getPrivate().getEncoded();
            return "-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----"
                    .formatted(Base64.getMimeEncoder().encodeToString(key));
        } catch (GeneralSecurityException missing) {
            throw new IllegalStateException(algorithm, missing);
        }
    }
}
