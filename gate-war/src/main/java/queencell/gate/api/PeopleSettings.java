package queencell.gate.api;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import queencell.settings.Says;
import queencell.settings.Setting;

/// Who may do what on the public API (runtime, 18). Read anew for every request, so that a removal takes effect at
/// once.
public record PeopleSettings(
        @Says("Development only: every request of the public API is this account, without sign-in."
                + " Refused when GATE_PUBLIC_URL is https.")
        @Setting(env = "GATE_DEV_EMAIL")
        Optional<String> devEmail,

        @Says("Accounts that may change things on the public API; everybody else may look.")
        @Setting(env = "GATE_ADMIN_EMAILS")
        List<String> adminEmails) {

    boolean admin(String email) {
        return adminEmails.contains(email.strip().toLowerCase(Locale.ROOT));
    }
}
