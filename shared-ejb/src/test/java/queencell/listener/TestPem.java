package queencell.listener;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Key;
import java.security.KeyStore;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;

/// Makes certificates and keys as PEM files, by the JDK's own keytool.
final class TestPem {

    private TestPem() {}

    record PemPair(Path certificate, Path pkcs8, Path bare) {
        ListenerSettings.Tls tls() {
            return new ListenerSettings.Tls(certificate, pkcs8);
        }
    }

    /// @param algorithm `RSA` or `EC`; the bare key is PKCS#1 or SEC1
    static PemPair make(Path folder, String algorithm) throws Exception {
        Path store = folder.resolve(algorithm + ".p12");
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                algorithm,
                "-dname",
                "CN=localhost",
                "-ext",
                "san=dns:localhost,ip:127.0.0.1",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                "secret",
                "-keystore",
                store.toString());
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes());
        if (keytool.waitFor() != 0) {
            throw new IOException(output);
        }
        KeyStore keys = KeyStore.getInstance(store.toFile(), "secret".toCharArray());
        Key key = keys.getKey("a", "secret".toCharArray());
        Path certificate = pem(
                folder,
                algorithm + ".crt",
                "CERTIFICATE",
                keys.getCertificate("a").getEncoded());
        Path pkcs8 = pem(folder, algorithm + ".key", "PRIVATE KEY", key.getEncoded());
        Path bare = pem(folder, algorithm + ".bare", algorithm + " PRIVATE KEY", innerKey(key.getEncoded()));
        return new PemPair(certificate, pkcs8, bare);
    }

    private static Path pem(Path folder, String name, String label, byte[] content) throws IOException {
        String text = "some words before\n-----BEGIN %s-----\n%s\n-----END %1$s-----\n"
                .formatted(label, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content));
        return Files.writeString(folder.resolve(name), text);
    }

    /// What lies in the octet string of a PKCS#8 key: the last element of `SEQUENCE { 0, algorithm, key }`.
    private static byte[] innerKey(byte[] pkcs8) {
        int at = content(pkcs8, 0);
        at = content(pkcs8, at) + length(pkcs8, at);
        at = content(pkcs8, at) + length(pkcs8, at);
        return Arrays.copyOfRange(pkcs8, content(pkcs8, at), content(pkcs8, at) + length(pkcs8, at));
    }

    private static int content(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        return at + 2 + (first < 0x80 ? 0 : first & 0x7f);
    }

    private static int length(byte[] der, int at) {
        int first = der[at + 1] & 0xff;
        int value = first < 0x80 ? first : 0;
        for (int each = 0; first >= 0x80 && each < (first & 0x7f); each++) {
            value = value << 8 | der[at + 2 + each] & 0xff;
        }
        return value;
    }
}
