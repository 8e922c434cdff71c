package queencell.listener;

import io.netty.handler.ssl.SslHandler;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLParameters;

/// TLS of one listener, by the JDK's engine: 1.2 and 1.3, no client certificates, ALPN `http/1.1` only
/// (pipeline, 14.4).
final class TlsContext {

    private static final char[] NO_PASSWORD = {};

    private final SSLContext context;

    private TlsContext(SSLContext context) {
        this.context = context;
    }

    /// @throws IllegalArgumentException when the files cannot be used, naming which and why
    static TlsContext of(ListenerSettings.Tls files) {
        List<X509Certificate> chain = PemFiles.chain(files.certificate());
        try {
            KeyStore keys = KeyStore.getInstance("PKCS12");
            keys.load(null, NO_PASSWORD);
            keys.setKeyEntry(
                    "listener",
                    PemFiles.privateKey(files.key(), chain.getFirst().getPublicKey()),
                    NO_PASSWORD,
                    chain.toArray(X509Certificate[]::new));
            KeyManagerFactory managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(keys, NO_PASSWORD);
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(managers.getKeyManagers(), null, null);
            return new TlsContext(context);
        } catch (GeneralSecurityException | java.io.IOException unusable) {
            throw new IllegalArgumentException(
                    "certificate %s and key %s make no TLS listener: %s"
                            .formatted(files.certificate(), files.key(), unusable.getMessage()),
                    unusable);
        }
    }

    SslHandler newHandler(Duration handshakeTimeout) {
        SSLEngine engine = context.createSSLEngine();
        engine.setUseClientMode(false);
        SSLParameters parameters = engine.getSSLParameters();
        parameters.setProtocols(new String[] {"TLSv1.3", "TLSv1.2"});
        parameters.setApplicationProtocols(new String[] {"http/1.1"});
        parameters.setNeedClientAuth(false);
        engine.setSSLParameters(parameters);
        SslHandler handler = new SslHandler(engine);
        handler.setHandshakeTimeout(handshakeTimeout.toNanos(), TimeUnit.NANOSECONDS);
        return handler;
    }
}
