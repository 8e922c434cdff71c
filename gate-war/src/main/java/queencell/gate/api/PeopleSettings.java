package queencell.gate.api;

import java.util.List;
import java.util.Optional;
import queencell.settings.Says;
import queencell.settings.Setting;
import queencell.signin.EmailAddress;

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

    /// ASCII letters alone fold: by the rules of Unicode, the Kelvin sign would be a `k`, and `kim@` anybody's.
    boolean admin(String email) {
        return adminEmails.contains(EmailAddress.fold(email.strip()));
    }
}
