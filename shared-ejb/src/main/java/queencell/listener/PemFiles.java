package queencell.listener;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.interfaces.RSAKey;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.ArrayList;
import java.util.List;
import queencell.pem.PemBlock;

/// Reads certificates and keys from PEM files (pipeline, 14.1). Failures name the file and never show its
/// content.
final class PemFiles {

    /// `rsaEncryption` with its NULL parameters, as an AlgorithmIdentifier.
    private static final byte[] RSA = {
        0x30, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00
    };

    private static final byte[] VERSION_ZERO = {0x02, 0x01, 0x00};

    private PemFiles() {}

    /// Every `CERTIFICATE` block in order; the leaf is first.
    static List<X509Certificate> chain(Path file) {
        List<X509Certificate> chain = new ArrayList<>();
        try {
            CertificateFactory factory = CertificateFactory.getInstance("X.509");
            for (PemBlock block : blocks(file)) {
                if (block.label().equals("CERTIFICATE")) {
                    chain.add((X509Certificate) factory.generateCertificate(new ByteArrayInputStream(block.content())));
                }
            }
        } catch (CertificateException unreadable) {
            throw new IllegalArgumentException("%s holds an unreadable certificate".formatted(file), unreadable);
        }
        if (chain.isEmpty()) {
            throw new IllegalArgumentException(
                    "%s holds no `BEGIN CERTIFICATE` block: give the full chain as PEM, leaf first".formatted(file));
        }
        return chain;
    }

    /// The first key block: PKCS#8, PKCS#1 (RSA) or SEC1 (EC).
    ///
    /// @param leaf the key must belong to it
    static PrivateKey privateKey(Path file, PublicKey leaf) {
        PemBlock block = blocks(file).stream()
                .filter(each -> each.label().endsWith("PRIVATE KEY"))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "%s holds no private key block: give PKCS#8, PKCS#1 or SEC1 as PEM".formatted(file)));
        String algorithm = leaf.getAlgorithm();
        byte[] pkcs8 = switch (block.label()) {
            case "PRIVATE KEY" -> block.content();
            case "RSA PRIVATE KEY" -> wrapped(RSA, block.content());
            case "EC PRIVATE KEY" -> wrapped(algorithmOf(leaf), block.content());
            default ->
                throw new IllegalArgumentException(
                        "%s holds a `%s`: give a key without a password".formatted(file, block.label()));
        };
        try {
            PrivateKey key = KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            if (!areOnePair(key, leaf)) {
                throw new IllegalArgumentException(
                        "%s holds the key of another certificate: give the one this certificate was made for"
                                .formatted(file));
            }
            return key;
        } catch (GeneralSecurityException unusable) {
            throw new IllegalArgumentException(
                    "%s holds no usable %s key, which is what the certificate wants".formatted(file, algorithm));
        }
    }

    /// Nobody else looks: a listener with two halves of different pairs would start and fail at every handshake.
    private static boolean areOnePair(PrivateKey key, PublicKey leaf) throws GeneralSecurityException {
        if (key instanceof RSAKey mine && leaf instanceof RSAKey theirs) {
            return mine.getModulus().equals(theirs.getModulus());
        }
        String algorithm = leaf.getAlgorithm();
        Signature signature = Signature.getInstance(algorithm.equals("EC") ? "SHA256withECDSA" : algorithm);
        signature.initSign(key);
        signature.update(VERSION_ZERO);
        byte[] signed = signature.sign();
        signature.initVerify(leaf);
        signature.update(VERSION_ZERO);
        return signature.verify(signed);
    }

    private static List<PemBlock> blocks(Path file) {
        try {
            return PemBlock.all(Files.readString(file, StandardCharsets.ISO_8859_1));
        } catch (IOException unreadable) {
            throw new IllegalArgumentException("%s cannot be read as PEM (%s)"
                    .formatted(file, unreadable.getClass().getSimpleName()));
        } catch (IllegalArgumentException torn) {
            // a chain without the link that was torn starts, and is refused by every client that needs the link
            throw new IllegalArgumentException(
                    "%s: %s. Give each one whole, from BEGIN to END, and a key without a password"
                            .formatted(file, torn.getMessage()));
        }
    }

    /// A key without its algorithm, put into PKCS#8: `SEQUENCE { 0, algorithm, OCTET STRING { key } }`.
    private static byte[] wrapped(byte[] algorithm, byte[] key) {
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        content.writeBytes(VERSION_ZERO);
        content.writeBytes(algorithm);
        content.writeBytes(der(0x04, key));
        return der(0x30, content.toByteArray());
    }

    /// The AlgorithmIdentifier of a public key: the first element inside its outer sequence.
    private static byte[] algorithmOf(PublicKey key) {
        byte[] encoded = key.getEncoded();
        int start = contentAt(encoded, 0);
        int end = contentAt(encoded, start) + lengthAt(encoded, start);
        return java.util.Arrays.copyOfRange(encoded, start, end);
    }

    private static int contentAt(byte[] der, int at) {
        int length = der[at + 1] & 0xff;
        return at + 2 + (length < 0x80 ? 0 : length & 0x7f);
    }

    private static int lengthAt(byte[] der, int at) {
        int length = der[at + 1] & 0xff;
        if (length < 0x80) {
            return length;
        }
        int value = 0;
        for (int each = 0; each < (length & 0x7f); each++) {
            value = value << 8 | der[at + 2 + each] & 0xff;
        }
        return value;
    }

    private static byte[] der(int tag, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(content.length + 5);
        out.write(tag);
        if (content.length < 0x80) {
            out.write(content.length);
        } else {
            int bytes = (32 - Integer.numberOfLeadingZeros(content.length) + 7) / 8;
            out.write(0x80 | bytes);
            for (int each = bytes - 1; each >= 0; each--) {
                out.write(content.length >> 8 * each);
            }
        }
        out.writeBytes(content);
        return out.toByteArray();
    }
}
