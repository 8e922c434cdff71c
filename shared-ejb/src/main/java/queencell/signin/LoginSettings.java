package queencell.signin;

import java.time.Duration;
import queencell.settings.Says;
import queencell.settings.Setting;

/// How guessing of passwords is slowed down (proxy console, 5.1). Read once at start.
public record LoginSettings(
        @Says("Failed logins of one address before it has to wait.")
        @Setting(env = "QUEEN_LOGIN_FREE_FAILURES_IP", byDefault = "10", min = 1, max = 1_000_000)
        int freeFailuresPerAddress,

        @Says("Failed logins of one account name before it has to wait, whether or not the account exists.")
        @Setting(env = "QUEEN_LOGIN_FREE_FAILURES_ACCOUNT", byDefault = "5", min = 1, max = 1_000_000)
        int freeFailuresPerAccount,

        @Says("The first wait; each further failure doubles it.")
        @Setting(env = "QUEEN_LOGIN_BACKOFF_BASE_MS", byDefault = "1000", min = 1, max = 3_600_000)
        Duration backoffBase,

        @Says("The longest wait.") @Setting(env = "QUEEN_LOGIN_LOCKOUT_S", byDefault = "900", min = 1, max = 86_400)
        Duration lockout,

        @Says("After this long without a failure, counting starts over.")
        @Setting(env = "QUEEN_LOGIN_WINDOW_S", byDefault = "900", min = 1, max = 86_400)
        Duration window,

        @Says("Addresses, and account names, that are remembered at most.")
        @Setting(env = "QUEEN_LOGIN_MAX_TRACKED", byDefault = "100000", min = 1, max = 10_000_000)
        int maxTracked) {}
