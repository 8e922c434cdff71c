package queencell.database;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.postgresql.ssl.WrappedFactory;

/// What the PostgreSQL driver makes sockets with when the trusted roots are given as text; the driver calls it by name.
public final class PemTrustFactory extends WrappedFactory {

    public PemTrustFactory(String pem) throws GeneralSecurityException, IOException {
        factory = PemRoots.parse("the text of the trusted roots", pem).socketFactory();
    }
}
