package queencell.signin;

import java.net.Inet6Address;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/// The one text of an IPv6 address that browsers send (RFC 5952; an address that stands for IPv4 in groups as well).
final class Ipv6Text {
    private static final int GROUPS = 8;
    private static final int MAPPED = 0xffff;

    private Ipv6Text() {}

    /// @param literal without brackets
    /// @return empty if it is none, or names a zone, which browsers know nothing of
    static Optional<String> canonical(String literal) {
        if (literal.contains("%")) {
            return Optional.empty();
        }
        try {
            return Optional.of(written(groupsOf(Inet6Address.ofLiteral(literal).getAddress())));
        } catch (IllegalArgumentException noAddress) {
            return Optional.empty();
        }
    }

    private static int[] groupsOf(byte[] address) {
        var groups = new int[GROUPS];
        // what stands for IPv4 comes as its four bytes
        int first = GROUPS - address.length / 2;
        for (int at = first; at < GROUPS; at++) {
            int high = 2 * (at - first);
            groups[at] = (address[high] & 0xff) << 8 | address[high + 1] & 0xff;
        }
        if (first > 0) {
            groups[first - 1] = MAPPED;
        }
        return groups;
    }

    /// The longest run of zeros, the first of equals, is left out; a single zero is no run.
    private static String written(int[] groups) {
        int start = 0;
        int length = 1;
        for (int at = 0; at < GROUPS; at++) {
            int end = at;
            while (end < GROUPS && groups[end] == 0) {
                end++;
            }
            if (end - at > length) {
                start = at;
                length = end - at;
            }
        }
        return length == 1
                ? text(groups, 0, GROUPS)
                : text(groups, 0, start) + "::" + text(groups, start + length, GROUPS);
    }

    private static String text(int[] groups, int from, int to) {
        return Arrays.stream(groups, from, to).mapToObj(Integer::toHexString).collect(Collectors.joining(":"));
    }
}
