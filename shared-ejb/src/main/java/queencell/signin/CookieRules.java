package queencell.signin;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// How one cookie is set, cleared and found (proxy console, 7.3). Immutable.
///
/// @param path below which browsers send it
/// @param domain whose subdomains get it too; then it is `Secure` always
public record CookieRules(String name, String path, Optional<String> domain) {

    /// The header that sets it. `HttpOnly`: no script reads it; `Lax`: no foreign page sends it along with a form.
    public String set(String value, Duration maxAge, boolean https) {
        return "%s=%s; Path=%s; HttpOnly; SameSite=Lax; Max-Age=%d%s%s"
                .formatted(
                        name,
                        value,
                        path,
                        maxAge.toSeconds(),
                        domain.map(text -> "; Domain=" + text).orElse(""),
                        https || domain.isPresent() ? "; Secure" : "");
    }

    /// The header that clears it: a browser drops only the cookie that has the same attributes.
    public String clear(boolean https) {
        return set("", Duration.ZERO, https);
    }

    /// Its value in a `Cookie` header, trimmed. Empty when absent or blank, and when several of that exact name differ:
    /// a
    /// sibling host has put one of them there, and nobody can say which.
    public Optional<String> in(String cookieHeader) {
        List<String> values = values(cookieHeader);
        return values.stream()
                .findFirst()
                .filter(first -> !first.isEmpty() && values.stream().allMatch(first::equals));
    }

    /// The same of a cookie that a browser never holds twice: a second one spoils it, whatever it says.
    public Optional<String> onlyIn(String cookieHeader) {
        return values(cookieHeader).size() == 1 ? in(cookieHeader) : Optional.empty();
    }

    /// Whether a browser sent one of that name along, of use or not.
    public boolean isIn(String cookieHeader) {
        return values(cookieHeader).stream().anyMatch(value -> !value.isEmpty());
    }

    private List<String> values(String cookieHeader) {
        List<String> values = new ArrayList<>();
        for (String pair : cookieHeader.split(";", -1)) {
            int equals = pair.indexOf('=');
            if (equals >= 0 && pair.substring(0, equals).strip().equals(name)) {
                values.add(pair.substring(equals + 1).strip());
            }
        }
        return values;
    }
}
