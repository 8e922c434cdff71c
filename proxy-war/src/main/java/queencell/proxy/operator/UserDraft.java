package queencell.proxy.operator;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.access.Role;
import queencell.proxy.auth.DisplayName;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.cluster.Ids;
import queencell.signin.EmailAddress;
import queencell.signin.Passwords;
import queencell.web.JsonRequest;

/// A new user as it was asked for, every field judged (proxy console, 10).
///
/// @param password empty for an account of an outside provider
record UserDraft(
        UUID tenant,
        EmailAddress email,
        String name,
        String provider,
        Optional<String> password,
        UUID cluster,
        Role role) {
    private static final List<String> PROVIDERS = List.of("local", "google", "github");
    private static final int LONGEST_NAME = 160;
    private static final int SHORTEST_PASSWORD_BYTES = 12;

    static UserDraft of(JsonRequest json) {
        String provider = provider(json.requiredText("provider"));
        return new UserDraft(
                id("tenant_id", json.requiredText("tenant_id")),
                email(json.requiredText("email")),
                name(json.requiredText("name")),
                provider,
                password(provider, json.text("password").filter(text -> !text.isEmpty())),
                id("cluster_id", json.requiredText("cluster_id")),
                role(json.requiredText("role")));
    }

    static UUID id(String field, String text) {
        return Ids.parse(text)
                .orElseThrow(() -> WebRefusals.invalid("`%s` must be a UUID of 36 characters".formatted(field)));
    }

    static String name(String text) {
        return DisplayName.of(text, LONGEST_NAME);
    }

    static Role role(String text) {
        return Role.parse(text.strip().toLowerCase(Locale.ROOT))
                .orElseThrow(() -> WebRefusals.invalid("`role` must be admin, producer, consumer or viewer"));
    }

    private static EmailAddress email(String text) {
        return EmailAddress.parse(text)
                .orElseThrow(
                        () -> WebRefusals.invalid("`email` must be an address with an @, of 320 characters at most"));
    }

    private static String provider(String text) {
        if (!PROVIDERS.contains(text)) {
            throw WebRefusals.invalid("`provider` must be local, google or github");
        }
        return text;
    }

    private static Optional<String> password(String provider, Optional<String> password) {
        if (!provider.equals("local")) {
            if (password.isPresent()) {
                throw WebRefusals.invalid(
                        "`password` is for provider local only: this account signs in with " + provider);
            }
            return password;
        }
        int bytes = password.map(text -> text.getBytes(StandardCharsets.UTF_8).length)
                .orElse(0);
        if (bytes < SHORTEST_PASSWORD_BYTES || bytes > Passwords.LONGEST_BYTES) {
            throw WebRefusals.invalid("`password` has %d bytes, %d to %d are allowed: bcrypt reads no further"
                    .formatted(bytes, SHORTEST_PASSWORD_BYTES, Passwords.LONGEST_BYTES));
        }
        return password;
    }

    @Override
    public String toString() {
        return "UserDraft[…]";
    }
}
