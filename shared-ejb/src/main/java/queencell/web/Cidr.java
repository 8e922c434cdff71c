package queencell.web;

import java.net.InetAddress;
import java.net.UnknownHostException;

/// A range of addresses, such as `10.0.0.0/8` or one address alone. Mapped IPv4 counts as IPv4.
record Cidr(byte[] network, int bits) {

    /// @throws IllegalArgumentException when the text is no address or range
    static Cidr parse(String text) {
        int slash = text.indexOf('/');
        byte[] network = Addresses.parse(slash < 0 ? text : text.substring(0, slash))
                .orElseThrow(() -> new IllegalArgumentException("`%s` is no address or range".formatted(text)))
                .getAddress();
        int longest = network.length * 8;
        int bits = longest;
        if (slash >= 0) {
            try {
                bits = Integer.parseInt(text.substring(slash + 1));
            } catch (NumberFormatException noNumber) {
                bits = -1;
            }
        }
        if (bits < 0 || bits > longest) {
            throw new IllegalArgumentException("`%s`: the prefix length must be 0 to %d".formatted(text, longest));
        }
        return new Cidr(network, bits);
    }

    boolean contains(InetAddress address) {
        byte[] other = address.getAddress();
        if (other.length != network.length) {
            return false;
        }
        for (int bit = 0; bit < bits; bit++) {
            int mask = 0x80 >> (bit % 8);
            if ((other[bit / 8] & mask) != (network[bit / 8] & mask)) {
                return false;
            }
        }
        return true;
    }

    /// The address with all bits behind the first `bits` cleared.
    static InetAddress masked(InetAddress address, int bits) {
        byte[] bytes = address.getAddress();
        for (int bit = bits; bit < bytes.length * 8; bit++) {
            bytes[bit / 8] &= (byte) ~(0x80 >> (bit % 8));
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalStateException("an address of %d bytes".formatted(bytes.length), impossible);
        }
    }
}
