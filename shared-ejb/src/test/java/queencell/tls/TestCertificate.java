package queencell.tls;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import java.util.Base64;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/// A self-made server certificate, by the JDK's own keytool.
///
/// @param certificate PEM file, for both sides
/// @param key PEM file, for the server
public record TestCertificate(Path certificate, Path key) {
    private static final String PASSWORD = "changeit";

    /// @param name of the files, so that a folder may hold several
    /// @param subjects as keytool writes them, e.g. `ip:127.0.0.1`
    public static TestCertificate make(Path folder, String name, String subjects) throws Exception {
        Path store = folder.resolve(name + ".p12");
        keytool(store, subjects);
        KeyStore keys = KeyStore.getInstance(store.toFile(), PASSWORD.toCharArray());
        Path certificate = pem(
                folder.resolve(name + ".crt"),
                "CERTIFICATE",
                keys.getCertificate("a").getEncoded());
        Path key = pem(
                folder.resolve(name + ".key"),
                "PRIVATE KEY",
                keys.getKey("a", PASSWORD.toCharArray()).getEncoded());
        return new TestCertificate(certificate, key);
    }

    public String text() throws IOException {
        return Files.readString(certificate);
    }

    /// For clients who trust this certificate alone.
    public SSLContext trusting() throws GeneralSecurityException, IOException {
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        try (InputStream in = Files.newInputStream(certificate)) {
            trusted.setCertificateEntry(
                    "a", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return context;
    }

    private static void keytool(Path store, String subjects) throws IOException, InterruptedException {
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(),
                "-genkeypair",
                "-alias",
                "a",
                "-keyalg",
                "EC",
                "-dname",
                "CN=test",
                "-ext",
                "san=" + subjects,
                "-ext",
                "bc:c=ca:true",
                "-validity",
                "2",
                "-storetype",
                "PKCS12",
                "-storepass",
                PASSWORD,
                "-keystore",
                store.toString());
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        try (InputStream said = keytool.getInputStream()) {
            String output = new String(said.readAllBytes(), StandardCharsets.UTF_8);
            if (keytool.waitFor() != 0) {
                throw new IOException(output);
            }
        }
    }

    private static Path pem(Path file, String label, byte[] content) throws IOException {
        String text = "-----BEGIN %s-----\n%s\n-----END %1$s-----\n"
                .formatted(label, Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(content));
        Files.createFile(file, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        return Files.writeString(file, text);
    }
}
