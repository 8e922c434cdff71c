package queencell.dev.postgres;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import queencell.database.ServerTrust;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;
import queencell.dev.Endpoint;
import queencell.settings.InvalidSettingException;

/// How to reach one database.
///
/// @param tls the caller's `PXDB_USE_SSL` family by its last words (`USE_SSL`, …), empty for plain connections
public record PostgresAddress(
        String host, int port, String user, String password, String database, Map<String, String> tls) {

    public PostgresAddress {
        tls = Map.copyOf(tls);
    }

    /// The caller's `PXDB_*` with their defaults (control plane, 18). Only asked when `PXDB_HOST` is set.
    public static PostgresAddress given(CallerEnvironment caller) {
        var tls = new LinkedHashMap<String, String>();
        for (String name : new String[] {"USE_SSL", "SSL_REJECT_UNAUTHORIZED", "SSL_ROOT_CERT"}) {
            caller.value("PXDB_" + name).ifPresent(value -> tls.put(name, value));
        }
        Optional.ofNullable(tls.get("SSL_ROOT_CERT")).ifPresent(PostgresAddress::demandCertificates);
        return new PostgresAddress(
                caller.value("PXDB_HOST").orElse("localhost"),
                Endpoint.parsePort("PXDB_PORT", caller.value("PXDB_PORT").orElse("5432")),
                caller.value("PXDB_USER").orElse("postgres"),
                caller.value("PXDB_PASSWORD").orElse(""),
                caller.value("PXDB_DB").orElse("queen_proxy"),
                tls);
    }

    /// Whether the name of the server is a loopback one.
    public boolean onThisMachine() {
        return host.equals("localhost") || host.equals("::1") || host.matches("127(\\.\\d{1,3}){3}");
    }

    /// The same server, another database.
    public PostgresAddress database(String name) {
        return new PostgresAddress(host, port, user, password, name, tls);
    }

    /// `postgresql://user:password@host:port/database`, for programs and people.
    public URI url() {
        return URI.create("postgresql://%s:%s@%s:%d/%s"
                .formatted(encoded(user), encoded(password), bracketed(), port, encoded(database)));
    }

    public String jdbcUrl() {
        return "jdbc:postgresql://%s:%d/%s".formatted(bracketed(), port, encoded(database));
    }

    public Properties jdbcProperties() {
        var properties = new Properties();
        properties.setProperty("user", user);
        properties.setProperty("password", password);
        properties.setProperty("ApplicationName", "queen-cell");
        properties.setProperty("connectTimeout", "5");
        trust().applyTo(properties);
        return properties;
    }

    /// The variables of a process that reads this database, under the prefix `PXDB_` or `PG_`.
    ///
    /// @param databaseName `DB` for the proxy, `DATABASE` for broker and Gate
    public Map<String, String> variables(String prefix, String databaseName) {
        var variables = new LinkedHashMap<String, String>();
        variables.put(prefix + "HOST", host);
        variables.put(prefix + "PORT", Integer.toString(port));
        variables.put(prefix + "USER", user);
        variables.put(prefix + "PASSWORD", password);
        variables.put(prefix + databaseName, database);
        tls.forEach((name, value) -> variables.put(prefix + name, value));
        return variables;
    }

    private static void demandCertificates(String pem) {
        try {
            ServerTrust.demandCertificates("PXDB_SSL_ROOT_CERT", pem);
        } catch (InvalidSettingException malformed) {
            throw new CellFault(malformed.getMessage() + ".", malformed);
        }
    }

    /// As the proxy reads the same variables: only the word `true` is true (control plane, 18).
    private ServerTrust trust() {
        return new ServerTrust(
                tls.getOrDefault("USE_SSL", "false").equals("true"),
                tls.getOrDefault("SSL_REJECT_UNAUTHORIZED", "true").equals("true"),
                Optional.ofNullable(tls.get("SSL_ROOT_CERT")));
    }

    private String bracketed() {
        return host.contains(":") ? "[" + host + "]" : host;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    /// Without the password.
    @Override
    public String toString() {
        return "%s@%s:%d/%s".formatted(user, host, port, database);
    }
}
