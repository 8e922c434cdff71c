package queencell.web;

import java.net.InetAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import queencell.settings.InvalidSettingException;

/// Whose forwarding headers are believed (pipeline, 13). Immutable.
public final class TrustedProxies {

    public static final TrustedProxies NOBODY = new TrustedProxies(List.of());

    private static final int MOST_HOPS = 32;
    private static final List<String> LOOPBACK = List.of("127.0.0.0/8", "::1");
    private static final List<String> PRIVATE =
            List.of("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "fc00::/7", "fe80::/10");

    private final List<Cidr> trusted;

    private TrustedProxies(List<Cidr> trusted) {
        this.trusted = List.copyOf(trusted);
    }

    /// @param setting named in the text of a failure
    /// @param ranges addresses, ranges, or the words `loopback` and `private`; none trusts nobody
    /// @throws InvalidSettingException when one of them is none of these
    public static TrustedProxies parse(String setting, List<String> ranges) {
        List<Cidr> trusted = new ArrayList<>();
        for (String range : ranges) {
            try {
                expand(range).map(Cidr::parse).forEach(trusted::add);
            } catch (IllegalArgumentException unreadable) {
                throw new InvalidSettingException(
                        "%s holds %s: give addresses, ranges such as 10.0.0.0/8, `loopback` or `private`"
                                .formatted(setting, unreadable.getMessage()));
            }
        }
        return new TrustedProxies(trusted);
    }

    private static Stream<String> expand(String range) {
        return switch (range) {
            case "loopback" -> LOOPBACK.stream();
            case "private" -> PRIVATE.stream();
            default -> Stream.of(range);
        };
    }

    public boolean trusts(InetAddress peer) {
        return trusted.stream().anyMatch(range -> range.contains(peer));
    }

    /// Where a request came from: behind trusted peers, the first address from the right that is none of them.
    ///
    /// @param forwarded the lines of `X-Forwarded-For`, in order; an unreadable hop ends the walk
    public InetAddress clientOf(InetAddress peer, List<String> forwarded) {
        InetAddress client = peer;
        List<String> hops = forwarded.stream()
                .flatMap(line -> Stream.of(line.split(",", -1)))
                .toList();
        int last = Math.max(0, hops.size() - MOST_HOPS);
        for (int at = hops.size() - 1; at >= last && trusts(client); at--) {
            Optional<InetAddress> hop = Addresses.parse(hops.get(at));
            if (hop.isEmpty()) {
                return client;
            }
            client = hop.get();
        }
        return client;
    }

    /// As [#clientOf], with a header that holds one address.
    public InetAddress clientOf(InetAddress peer, String single) {
        return trusts(peer) ? Addresses.parse(single).orElse(peer) : peer;
    }

    /// Whether the request reached the first proxy of ours over HTTPS.
    ///
    /// @param secure whether this connection itself is encrypted
    /// @param forwardedProto the lines of `X-Forwarded-Proto`, in order. They are believed from a trusted
    ///     peer only, and of them the last word, which is its own: what stands before it may be the client's
    public boolean isHttps(boolean secure, InetAddress peer, List<String> forwardedProto) {
        return secure || trusts(peer) && lastWordOf(forwardedProto).equals("https");
    }

    private static String lastWordOf(List<String> lines) {
        String line = lines.isEmpty() ? "" : lines.getLast();
        return line.substring(line.lastIndexOf(',') + 1).strip().toLowerCase(Locale.ROOT);
    }

    /// The network that an address is limited by: itself, or the first bits of an IPv6 address.
    public static InetAddress networkOf(InetAddress address, int ipv6Bits) {
        return address.getAddress().length == 16 ? Cidr.masked(address, ipv6Bits) : address;
    }
}
