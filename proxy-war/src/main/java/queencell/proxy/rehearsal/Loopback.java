package queencell.proxy.rehearsal;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// Where the parts of a rehearsal find each other.
final class Loopback {
    /// Of IPv4, which every machine has: what Java calls the loopback address inside a server that prefers IPv6 is
    /// `::1`, and many a container has no IPv6.
    static final InetAddress ADDRESS = address();

    private Loopback() {}

    private static InetAddress address() {
        try {
            return InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("four bytes are an address", impossible);
        }
    }
}
