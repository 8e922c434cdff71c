package queencell.database;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.Collection;
import java.util.regex.Pattern;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import javax.net.ssl.TrustManagerFactory;
import queencell.settings.InvalidSettingException;

/// Root certificates given as text: the only ones trusted once they are given.
final class PemRoots {
    private static final Pattern BEGINS = Pattern.compile("-----BEGIN CERTIFICATE-----");

    private final Collection<? extends Certificate> certificates;

    private PemRoots(Collection<? extends Certificate> certificates) {
        this.certificates = certificates;
    }

    /// @param setting the variable that the text comes from
    /// @throws InvalidSettingException when the text holds no certificate
    static PemRoots parse(String setting, String pem) {
        byte[] text = pem.replace("\\n", "\n").getBytes(StandardCharsets.US_ASCII);
        try {
            var certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(new ByteArrayInputStream(text));
            if (certificates.isEmpty()) {
                throw malformed(setting, "it holds no certificate");
            }
            // the factory leaves out what ends before its last line
            if (BEGINS.matcher(pem).results().count() > certificates.size()) {
                throw malformed(setting, "a certificate in it is cut off");
            }
            return new PemRoots(certificates);
        } catch (CertificateException unreadable) {
            throw malformed(setting, unreadable.getMessage());
        }
    }

    private static InvalidSettingException malformed(String setting, String reason) {
        return new InvalidSettingException(
                "%s cannot be used: %s. Give the text of the PEM file itself, from -----BEGIN CERTIFICATE----- on"
                        .formatted(setting, reason));
    }

    SSLSocketFactory socketFactory() throws GeneralSecurityException, IOException {
        KeyStore roots = KeyStore.getInstance(KeyStore.getDefaultType());
        roots.load(null, null);
        int number = 0;
        for (Certificate certificate : certificates) {
            roots.setCertificateEntry("root-" + number++, certificate);
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(roots);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context.getSocketFactory();
    }
}
