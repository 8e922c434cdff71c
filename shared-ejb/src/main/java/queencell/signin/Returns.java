package queencell.signin;

import static queencell.log.Field.field;

import queencell.log.EventLog;

/// What both providers' ways back have in common.
final class Returns {
    private static final EventLog LOG = EventLog.of("auth");

    private Returns() {}

    static OauthState.Return.Good good(OauthState.Return back) {
        return switch (back) {
            case OauthState.Return.Good good -> good;
            case OauthState.Return.Bad(String reason) -> {
                LOG.info("oauth_state_refused", field("reason", reason));
                throw SigninRefusals.invalidState();
            }
        };
    }

    static ProviderAccount admitted(OauthClient client, ProviderAccount account, String hostedDomain) {
        if (!client.allows(account.email(), hostedDomain)) {
            LOG.info(
                    "domain_refused",
                    field("provider", account.provider().wireName()),
                    field("domain", account.email().domain()));
            throw SigninRefusals.domainNotAllowed();
        }
        return account;
    }
}
