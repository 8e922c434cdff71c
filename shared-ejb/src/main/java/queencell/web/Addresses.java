package queencell.web;

import java.net.InetAddress;
import java.util.Optional;
import java.util.regex.Pattern;

/// Reads addresses without ever asking a name server.
final class Addresses {
    private static final Pattern IPV4 = Pattern.compile("\\d{1,3}(\\.\\d{1,3}){3}");
    private static final Pattern IPV6 = Pattern.compile("[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]*");

    private Addresses() {}

    /// An address as it stands in a forwarding header: with or without brackets and port. Empty for anything else.
    static Optional<InetAddress> parse(String text) {
        String bare = text.strip();
        if (bare.startsWith("[")) {
            int end = bare.indexOf(']');
            bare = end < 0 ? bare : bare.substring(1, end);
        } else if (bare.indexOf(':') >= 0 && bare.indexOf(':') == bare.lastIndexOf(':')) {
            bare = bare.substring(0, bare.indexOf(':'));
        }
        if (!IPV4.matcher(bare).matches() && !IPV6.matcher(bare).matches()) {
            return Optional.empty();
        }
        try {
            // `999.1.1.1` looks like one and is none: `getByName` would ask for it
            return Optional.of(InetAddress.ofLiteral(bare));
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }
}
