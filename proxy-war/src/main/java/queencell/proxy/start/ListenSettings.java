package queencell.proxy.start;

import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import queencell.listener.EdgeSettings;
import queencell.listener.ListenerSettings;
import queencell.listener.OwnAnswers;
import queencell.proxy.pipeline.BodyCap;
import queencell.proxy.pipeline.EdgeRules;
import queencell.settings.InvalidSettingException;
import queencell.settings.Says;
import queencell.settings.Setting;

/// Where tenants reach the proxy, and what holds before the application is asked (pipeline, 13, 14 and 16). Read
/// once at start; malformed values end it.
public record ListenSettings(
        @Says(
                "Who serves the tenants' port: `netty`, or `payara` for the server's own listener, which costs two to three "
                        + "times the CPU.")
        @Setting(env = "QUEEN_PROXY_LISTENER", byDefault = "netty")
        String host,

        @Says("The tenants' port.")
        @Setting(env = "QUEEN_PROXY_PORT", byDefault = "6711", min = 0, max = 65535, strict = true)
        int port,

        @Says("Host or IP that the port is bound to; without a port. Empty text ends the start.")
        @Setting(env = "QUEEN_PROXY_BIND_ADDR", byDefault = "0.0.0.0", emptyCounts = true)
        String bindAddress,

        @Says("Where Payara's own port, with health and metrics for the cell only, is bound; the launcher reads it.")
        @Setting(env = "QUEEN_PROXY_CELL_BIND", byDefault = "127.0.0.1:6719")
        String cellBind,

        @Says("Event loops; 0 takes what the control group grants, else one for each core.")
        @Setting(env = "QUEEN_PROXY_WORKER_THREADS", byDefault = "0", min = 0, max = 1024)
        int workerThreads,

        @Says("PEM file with the certificate and its chain, leaf first. Needs `QUEEN_PROXY_TLS_KEY`.")
        @Setting(env = "QUEEN_PROXY_TLS_CERT")
        Optional<String> certificate,

        @Says("PEM file with the private key. Needs `QUEEN_PROXY_TLS_CERT`.") @Setting(env = "QUEEN_PROXY_TLS_KEY")
        Optional<String> key,

        @Says("Bytes of a request body on the proxy's own paths (sign-in, console).")
        @Setting(
                env = "QUEEN_EDGE_WEB_MAX_BODY_BYTES",
                byDefault = "1048576",
                min = 1024,
                max = 67_108_864,
                strict = true)
        int webMaxBodyBytes,

        @Says("How long the proxy rehearses before it says that it is ready: requests through the whole data path to a "
                + "stand-in, so that the first tenants meet compiled code. 0 leaves it out.")
        @Setting(env = "QUEEN_PROXY_WARM_UP_MS", byDefault = "5000", min = 0, max = 60_000)
        Duration warmUp,

        @Says("How long running requests may take when the process is told to stop.")
        @Setting(env = "QUEEN_EDGE_SHUTDOWN_GRACE_MS", byDefault = "25000", min = 0, strict = true)
        Duration shutdownGrace,

        @Says("How long usage and queue counts may take to be written after that.")
        @Setting(env = "QUEEN_PROXY_SHUTDOWN_DRAIN_MS", byDefault = "5000", min = 500, strict = true)
        Duration shutdownDrain) {

    // brackets come in pairs and around IPv6 only: what is cut out of `[::1` or `[]` would be another address
    private static final Pattern HOST = Pattern.compile("\\[[^\\[\\]]*:[^\\[\\]]*]|[^\\[\\]\\s]+");

    public ListenSettings {
        if (!List.of("netty", "payara").contains(host)) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_LISTENER is `%s`: it may be `netty` or `payara`".formatted(host));
        }
        if (certificate.isPresent() != key.isPresent()) {
            throw new InvalidSettingException(
                    "of QUEEN_PROXY_TLS_CERT and QUEEN_PROXY_TLS_KEY only one is set: set both, or neither for plain HTTP");
        }
        if (certificate.isPresent() && host.equals("payara")) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_TLS_CERT is set while QUEEN_PROXY_LISTENER is `payara`, which"
                            + " would answer in plain HTTP: set TLS in Payara's own listener and leave QUEEN_PROXY_TLS_* out");
        }
        if (port == 0 && host.equals("payara")) {
            throw new InvalidSettingException("QUEEN_PROXY_PORT is `0` while QUEEN_PROXY_LISTENER is `payara`, whose"
                    + " port nobody would know: give the number");
        }
        if (!HOST.matcher(bindAddress).matches() || carriesPort(bindAddress)) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_BIND_ADDR is `%s`: give a host or IP only, the port goes into QUEEN_PROXY_PORT"
                            .formatted(bindAddress));
        }
    }

    private static boolean carriesPort(String address) {
        int colon = address.indexOf(':');
        boolean bareIpv6 = colon >= 0 && colon != address.lastIndexOf(':') && !address.contains("]:");
        return colon >= 0 && !bareIpv6;
    }

    public boolean isNetty() {
        return host.equals("netty");
    }

    /// Whether nobody but this machine can reach the port.
    boolean isLoopback() {
        return address().getAddress().isLoopbackAddress();
    }

    InetSocketAddress address() {
        String bare = bindAddress.startsWith("[") ? bindAddress.substring(1, bindAddress.length() - 1) : bindAddress;
        var address = new InetSocketAddress(bare, port);
        if (address.isUnresolved()) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_BIND_ADDR is `%s`, which no name server knows: give an address of this machine"
                            .formatted(bindAddress));
        }
        return address;
    }

    /// How much of a body is read on the surfaces for people.
    BodyCap webBodies(EdgeRules edge) {
        return new BodyCap(webMaxBodyBytes, "QUEEN_EDGE_WEB_MAX_BODY_BYTES").below(edge);
    }

    /// @param edge bounds in front of the application
    /// @param own what the answers say that the listener gives by itself
    ListenerSettings listener(EdgeSettings edge, OwnAnswers own) {
        Optional<ListenerSettings.Tls> tls =
                certificate.map(file -> new ListenerSettings.Tls(Path.of(file), Path.of(key.orElseThrow())));
        return new ListenerSettings("tenant", address(), tls, edge, own);
    }
}
