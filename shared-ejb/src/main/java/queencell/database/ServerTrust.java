package queencell.database;

import java.util.Optional;
import java.util.Properties;
import queencell.settings.InvalidSettingException;

/// Whether a connection to PostgreSQL is encrypted, and which server it believes (pipeline, 16). Immutable.
///
/// Every process that reads the same settings trusts the same servers: proxy, Gate and the operator's command line.
///
/// @param useSsl without it the connection is plain
/// @param rejectUnauthorized refuse a certificate that no trusted root vouches for or that names another host
/// @param rootCertificates PEM text; replaces the built-in roots and outranks `rejectUnauthorized = false`
public record ServerTrust(boolean useSsl, boolean rejectUnauthorized, Optional<String> rootCertificates) {

    /// @param setting the variable that the text comes from, for the error
    /// @throws InvalidSettingException when the text holds no certificate
    public static void demandCertificates(String setting, String pem) {
        PemRoots.parse(setting, pem);
    }

    /// Sets what the PostgreSQL driver understands.
    public void applyTo(Properties driver) {
        if (!useSsl) {
            driver.setProperty("sslmode", "disable");
        } else if (rootCertificates.isPresent()) {
            driver.setProperty("sslmode", "verify-full");
            driver.setProperty("sslfactory", PemTrustFactory.class.getName());
            driver.setProperty("sslfactoryarg", rootCertificates.get());
        } else if (rejectUnauthorized) {
            driver.setProperty("sslmode", "verify-full");
            driver.setProperty("sslfactory", "org.postgresql.ssl.DefaultJavaSSLFactory");
        } else {
            driver.setProperty("sslmode", "require");
            driver.setProperty("sslfactory", "org.postgresql.ssl.NonValidatingFactory");
        }
    }
}
