package queencell.signin;

import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/// Adds parameters to an address, one by one. Not thread-safe.
final class Query {
    private final StringBuilder address;
    private char separator = '?';

    Query(URI address) {
        this.address = new StringBuilder(address.toString());
    }

    Query with(String name, String value) {
        address.append(separator).append(name).append('=').append(URLEncoder.encode(value, StandardCharsets.UTF_8));
        separator = '&';
        return this;
    }

    @Override
    public String toString() {
        return address.toString();
    }
}
