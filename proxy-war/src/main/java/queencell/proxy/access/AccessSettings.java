package queencell.proxy.access;

import java.time.Duration;
import queencell.settings.Says;
import queencell.settings.Setting;

/// How credentials are judged (pipeline, 6 and 16). Read once at start.
public record AccessSettings(
        @Says("Development: every request holds every scope and no credential is read. Never on a cell that anybody "
                + "else can reach.")
        @Setting(env = "QUEEN_PROXY_DEV_INSECURE", byDefault = "false")
        boolean devInsecure,

        @Says("Name of the session cookie.") @Setting(env = "QUEEN_PROXY_COOKIE_NAME", byDefault = "queen_session")
        String cookieName,

        @Says("Whether live operators may act on every cluster and see the surfaces of the whole cell; leave off on "
                + "cells that carry other people's clusters.")
        @Setting(env = "QUEEN_PROXY_OPERATOR_ENABLED", byDefault = "false")
        boolean operatorEnabled,

        @Says("Whether a session counts as revoked while the deny-list cannot be read.")
        @Setting(env = "QUEEN_PROXY_REVOCATION_STRICT", byDefault = "false")
        boolean revocationStrict,

        @Says("How often run-out entries of the deny-list are removed; 0 is never.")
        @Setting(env = "QUEEN_PROXY_REVOCATION_SWEEP_MS", byDefault = "3600000", min = 0)
        Duration revocationSweep,

        @Says("How often `api_keys.last_used_at` is written, for all keys used since at once.")
        @Setting(env = "QUEEN_PROXY_KEY_TOUCH_MS", byDefault = "10000", min = 1000)
        Duration keyTouch) {}
