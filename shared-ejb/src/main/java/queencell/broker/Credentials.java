package queencell.broker;

/// As whom a call is made (wire, 19 and 21).
///
/// @param token bearer token; empty sends no `Authorization`
/// @param tenant value of `x-queen-tenant`; empty sends none. Gate never sends it; the proxy's own calls
///     always do
public record Credentials(String token, String tenant) {

    public static final Credentials NONE = new Credentials("", "");

    public Credentials {
        visible("token", token);
        visible("tenant", tenant);
    }

    public static Credentials bearer(String token) {
        return new Credentials(token, "");
    }

    /// The same identity, acting for one tenant of a shared broker.
    public Credentials forTenant(String brokerTenant) {
        return new Credentials(token, brokerTenant);
    }

    private static void visible(String what, String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= 0x20 || c >= 0x7f) {
                throw new IllegalArgumentException(
                        "the %s has a character at position %d that a header cannot carry: visible ASCII only"
                                .formatted(what, i));
            }
        }
    }

    /// Never shows the token.
    @Override
    public String toString() {
        return "Credentials[token=%s, tenant=%s]".formatted(token.isEmpty() ? "none" : "…", tenant);
    }
}
