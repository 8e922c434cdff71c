package queencell.broker;

import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import queencell.address.ServerAddress;

/// Where the brokers are and how they are spoken to.
///
/// @param urls base URLs of brokers on one database, `http` or `https`, at least one, without trailing `/`
/// @param strategy which of several brokers a call goes to (wire, 23.6)
/// @param virtualHost value of the `Host` header; empty means the URL's host
/// @param longestAnswer bytes of one answer body; a longer one is unreadable
public record BrokerOptions(
        List<URI> urls,
        BackendStrategy strategy,
        Credentials credentials,
        TimeLimits limits,
        String virtualHost,
        int longestAnswer) {

    /// A claim of 1,000 messages of 64 KiB fits; the broker itself bounds nothing.
    private static final int LONGEST_ANSWER = 256 << 20;

    public BrokerOptions {
        urls = urls.stream().map(BrokerOptions::baseUrl).distinct().toList();
        if (urls.isEmpty()) {
            throw new IllegalArgumentException("no broker URL: give at least one, such as http://localhost:6632");
        }
    }

    /// @param urls one or several, also comma-separated
    public static BrokerOptions of(String... urls) {
        var parsed = Arrays.stream(urls)
                .flatMap(list -> Arrays.stream(list.split(",")))
                .map(String::strip)
                .filter(url -> !url.isEmpty())
                .map(BrokerOptions::parse)
                .toList();
        return new BrokerOptions(
                parsed, BackendStrategy.AFFINITY, Credentials.NONE, TimeLimits.DEFAULT, "", LONGEST_ANSWER);
    }

    public BrokerOptions strategy(BackendStrategy choice) {
        return new BrokerOptions(urls, choice, credentials, limits, virtualHost, longestAnswer);
    }

    public BrokerOptions credentials(Credentials identity) {
        return new BrokerOptions(urls, strategy, identity, limits, virtualHost, longestAnswer);
    }

    public BrokerOptions limits(TimeLimits timeLimits) {
        return new BrokerOptions(urls, strategy, credentials, timeLimits, virtualHost, longestAnswer);
    }

    public BrokerOptions virtualHost(String host) {
        return new BrokerOptions(urls, strategy, credentials, limits, host, longestAnswer);
    }

    public BrokerOptions longestAnswer(int bytes) {
        return new BrokerOptions(urls, strategy, credentials, limits, virtualHost, bytes);
    }

    private static URI parse(String url) {
        try {
            return URI.create(url);
        } catch (IllegalArgumentException notAUrl) {
            throw new IllegalArgumentException(
                    "`%s` is no URL: give one such as http://localhost:6632".formatted(ServerAddress.shown(url)));
        }
    }

    private static URI baseUrl(URI url) {
        String scheme = url.getScheme() == null ? "" : url.getScheme().toLowerCase(Locale.ROOT);
        boolean known = scheme.equals("http") || scheme.equals("https");
        Optional<ServerAddress> server = ServerAddress.of(url);
        boolean isPlain = server.isPresent() && !server.get().withUser() && url.getRawQuery() == null;
        if (!known || !isPlain) {
            throw new IllegalArgumentException(
                    "broker URL with scheme `%s` and host `%s`: give http:// or https://, a host, and neither query nor user"
                            .formatted(url.getScheme(), url.getHost()));
        }
        String text = url.toString();
        while (text.endsWith("/")) {
            text = text.substring(0, text.length() - 1);
        }
        return URI.create(text);
    }
}
