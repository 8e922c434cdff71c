package queencell.proxy.database;

import java.io.IOException;
import java.security.GeneralSecurityException;
import org.postgresql.ssl.WrappedFactory;

/// What the PostgreSQL driver makes sockets with when `PXDB_SSL_ROOT_CERT` is set; the driver calls it by name.
public final class PemTrustFactory extends WrappedFactory {

    public PemTrustFactory(String pem) throws GeneralSecurityException, IOException {
        factory = PemRoots.parse(pem).socketFactory();
    }
}
