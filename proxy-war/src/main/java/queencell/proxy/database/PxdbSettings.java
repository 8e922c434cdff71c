package queencell.proxy.database;

import java.time.Duration;
import java.util.Optional;
import queencell.database.ServerTrust;
import queencell.settings.Says;
import queencell.settings.Secret;
import queencell.settings.Setting;

/// Where the proxy's own database is and how it is reached (pipeline, 16). Read once at start.
public record PxdbSettings(
        @Says(
                "Host of the proxy's own PostgreSQL. Unset: there is none, and only `QUEEN_PROXY_DEV_CELL_URL` can serve.")
        @Setting(env = "PXDB_HOST")
        Optional<String> host,

        @Says("Port of that PostgreSQL.") @Setting(env = "PXDB_PORT", byDefault = "5432", min = 1, max = 65535)
        int port,

        @Says("Role that the proxy logs in as; `queen_proxy_app` of the roles script is enough once the schema exists.")
        @Setting(env = "PXDB_USER", byDefault = "postgres")
        String user,

        @Says("Password of that role.") @Setting(env = "PXDB_PASSWORD")
        Secret password,

        @Says("Database that holds schema `queen_proxy`.") @Setting(env = "PXDB_DB", byDefault = "queen_proxy")
        String database,

        @Says("Connect over TLS.") @Setting(env = "PXDB_USE_SSL", byDefault = "false")
        boolean useSsl,

        @Says("Refuse a server certificate that the trusted roots do not vouch for, or that names another host.")
        @Setting(env = "PXDB_SSL_REJECT_UNAUTHORIZED", byDefault = "true")
        boolean rejectUnauthorized,

        @Says(
                "PEM text (not a path) of the roots to trust instead of the built-in ones; `\\n` may stand for a line "
                        + "break. Outranks `PXDB_SSL_REJECT_UNAUTHORIZED=false`. Malformed text ends the start even when unused.")
        @Setting(env = "PXDB_SSL_ROOT_CERT")
        Optional<String> rootCertificates,

        @Says("Connections that the proxy keeps at most.")
        @Setting(env = "PXDB_POOL_SIZE", byDefault = "16", min = 1, max = 1000)
        int poolSize,

        @Says("How long a connection attempt, and the wait for a free connection, may take.")
        @Setting(env = "PXDB_TIMEOUT_MS", byDefault = "5000", min = 100, max = 600_000)
        Duration timeout) {

    public PxdbSettings {
        rootCertificates.ifPresent(pem -> ServerTrust.demandCertificates("PXDB_SSL_ROOT_CERT", pem));
    }

    ServerTrust trust() {
        return new ServerTrust(useSsl, rejectUnauthorized, rootCertificates);
    }

    /// `host:port/database`, for log lines.
    public String address() {
        return "%s:%d/%s".formatted(host.orElse("(no host)"), port, database);
    }
}
