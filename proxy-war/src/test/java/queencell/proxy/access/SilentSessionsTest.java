package queencell.proxy.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.sql.SQLException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import queencell.proxy.access.Identity.Person;
import queencell.proxy.database.Pxdb;
import queencell.settings.SettingsReader;
import queencell.signin.SessionMint;
import queencell.signin.SessionVerifier;
import queencell.signin.TokenKeys;
import queencell.signin.TokenSettings;

/// Sessions of people while the database does not answer (pipeline, 6.5).
class SilentSessionsTest {
    private final AtomicInteger asked = new AtomicInteger();
    private final AtomicLong nanos =
            new AtomicLong(Long.MAX_VALUE - Duration.ofSeconds(1).toNanos());
    private final SettingsReader settings = SettingsReader.of(Map.of("QUEEN_PROXY_JWT_SECRET", "s".repeat(40)));
    private final TokenSettings tokens = settings.read(TokenSettings.class);
    private final TokenKeys keys = TokenKeys.of(tokens);

    private Sessions sessions() {
        var silent = (DataSource) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {DataSource.class}, (_, method, _) -> {
                    if (method.getName().equals("getConnection")) {
                        asked.incrementAndGet();
                        throw new SQLException("nobody answers");
                    }
                    return null;
                });
        return new Sessions(
                settings.read(AccessSettings.class),
                new SessionVerifier(keys, tokens),
                Optional.of(new Standings(Pxdb.over(silent, List.copyOf(AccessRows.ALL)))),
                InstantSource.system(),
                nanos::get);
    }

    @Test
    void a_request_must_not_wait_for_a_silent_database_with_each_of_its_questions() {
        Sessions sessions = sessions();
        String token = SessionMint.of(keys, tokens, InstantSource.system())
                .orElseThrow()
                .session(UUID.randomUUID())
                .token();

        Identity identity = sessions.identify(token);
        assertThat(identity).isInstanceOf(Person.class);
        assertThat(sessions.standing((Person) identity, UUID.randomUUID()))
                .isInstanceOf(Sessions.Standing.NoRole.class);
        int once = asked.get();
        assertThat(sessions.identify(token)).isInstanceOf(Person.class);
        assertThat(asked).as("deny-list, account and role again").hasValue(once);

        nanos.addAndGet(Duration.ofSeconds(2).toNanos());
        sessions.identify(token);
        assertThat(asked.get()).as("a second later it may be back").isGreaterThan(once);
    }
}
