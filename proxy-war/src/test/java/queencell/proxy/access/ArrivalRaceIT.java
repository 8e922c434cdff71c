package queencell.proxy.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import queencell.proxy.access.Users.Arrival;
import queencell.proxy.access.Users.Provisioning;
import queencell.proxy.access.Users.Way;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Meanwhile;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.signin.EmailAddress;
import queencell.signin.Provider;
import queencell.signin.ProviderAccount;

/// Two sign-ins of one outside account at once (proxy console, 6.5): both are one person.
class ArrivalRaceIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static Pxdb pxdb;
    private static Users users;

    @BeforeAll
    static void open() {
        pxdb = SERVER.pxdb();
        users = new Users(new Databases(Optional.of(pxdb), Optional.empty()));
        SERVER.cluster("arrival");
    }

    @AfterAll
    static void close() throws IOException {
        pxdb.close();
    }

    private static ProviderAccount account(String id, String email) {
        return new ProviderAccount(Provider.GITHUB, id, new EmailAddress(email));
    }

    private static UUID user(String email) {
        return UUID.fromString(SERVER.value(
                "select queen_proxy.create_user(tenant_id, '%s', null, 'local') from queen_proxy.clusters where slug = 'arrival'"
                        .formatted(email)));
    }

    /// Who arrives while another transaction has done `first` and not committed it yet.
    private static Arrival arriving(ProviderAccount account, Optional<Provisioning> how, String first)
            throws InterruptedException, ExecutionException {
        return Meanwhile.of(pxdb, first, () -> users.arrive(account, how));
    }

    @Test
    void an_account_that_was_tied_to_somebody_else_a_moment_ago_is_that_person() throws Exception {
        UUID first = user("first@arrival.example");
        user("second@arrival.example");
        assertThat(arriving(
                        account("90001", "second@arrival.example"),
                        Optional.empty(),
                        "select queen_proxy.link_identity('%s', 'github', '90001', 'first@arrival.example')"
                                .formatted(first)))
                .isEqualTo(new Arrival.Known(first, Way.LINKED));
    }

    @Test
    void a_stranger_who_comes_twice_at_once_is_taken_in_once() throws Exception {
        Arrival second = arriving(
                account("90002", "twice@arrival.example"),
                Optional.of(new Provisioning("t-arrival", Role.VIEWER)),
                "select queen_proxy.provision_oauth_user('t-arrival', 'twice@arrival.example', 'github', '90002', 'viewer')");
        UUID taken =
                UUID.fromString(SERVER.value("select id from queen_proxy.users where email = 'twice@arrival.example'"));
        assertThat(second).isEqualTo(new Arrival.Known(taken, Way.IDENTIFIED));
        assertThat(SERVER.value("select count(*) from queen_proxy.identities where provider_id = '90002'"))
                .isEqualTo("1");
    }
}
