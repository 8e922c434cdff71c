package queencell.gate.api;

import java.net.InetSocketAddress;
import queencell.settings.InvalidSettingException;

/// Reads an address to listen on, `host:port` or `[ipv6]:port`.
public final class Bind {

    private Bind() {}

    /// @param setting name of the variable, for the refusal
    /// @throws InvalidSettingException when the text is no address
    public static InetSocketAddress parse(String setting, String text) {
        int colon = text.lastIndexOf(':');
        String host = colon < 0 ? "" : text.substring(0, colon);
        if (host.startsWith("[") && host.endsWith("]")) {
            host = host.substring(1, host.length() - 1);
        } else if (host.contains(":")) {
            host = "";
        }
        int port;
        try {
            port = Integer.parseInt(text.substring(colon + 1));
        } catch (NumberFormatException noPort) {
            port = -1;
        }
        if (host.isEmpty() || port < 0 || port > 65_535) {
            throw new InvalidSettingException(
                    "%s is `%s`: give host and port, such as 127.0.0.1:8788 or [::1]:8788".formatted(setting, text));
        }
        var address = new InetSocketAddress(host, port);
        if (address.isUnresolved()) {
            throw new InvalidSettingException(
                    "%s is `%s`: the host `%s` cannot be resolved on this machine".formatted(setting, text, host));
        }
        return address;
    }
}
