package queencell.proxy.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import javax.crypto.spec.SecretKeySpec;
import javax.sql.DataSource;
import org.jose4j.jws.AlgorithmIdentifiers;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwt.JwtClaims;
import org.jose4j.jwt.NumericDate;
import org.jose4j.lang.JoseException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.settings.SettingsReader;
import queencell.signin.SessionMint;
import queencell.signin.SessionVerifier;
import queencell.signin.TokenKeys;
import queencell.signin.TokenSettings;

/// Sessions against the real deny-list, users and roles.
class SessionsIT {
    private static final String SECRET = "0123456789abcdef0123456789abcdef";
    private static final TokenSettings TOKENS = SettingsReader.of(
                    Map.of("QUEEN_PROXY_JWT_SECRET", SECRET, "QUEEN_PROXY_JWT_AUD", "cell.example"))
            .read(TokenSettings.class);
    private static final TokenKeys KEYS = TokenKeys.of(TOKENS);
    private static final PxdbServer SERVER = PxdbServer.running();
    private static Pxdb pxdb;
    private static UUID cluster;
    private static UUID user;

    private final AtomicLong nanos = new AtomicLong();
    private Sessions sessions;

    @BeforeAll
    static void open() {
        pxdb = SERVER.pxdb();
        cluster = SERVER.cluster("people");
        user = UUID.fromString(SERVER.value("select id from queen_proxy.users where email = 'admin@people.example'"));
    }

    @AfterAll
    static void close() throws IOException {
        pxdb.close();
    }

    @BeforeEach
    void fresh() {
        sessions = sessions(Map.of());
    }

    private Sessions sessions(Map<String, String> environment) {
        return sessions(environment, pxdb);
    }

    private Sessions sessions(Map<String, String> environment, Pxdb rows) {
        var reader = SettingsReader.of(environment);
        return new Sessions(
                reader.read(AccessSettings.class),
                new SessionVerifier(KEYS, TOKENS),
                Optional.of(new Standings(rows)),
                InstantSource.system(),
                nanos::get);
    }

    private static SessionMint mintOf(Duration ago) {
        InstantSource then = () -> Instant.now().minus(ago);
        return SessionMint.of(KEYS, TOKENS, then).orElseThrow();
    }

    private static UUID adminOf(String slug) {
        SERVER.cluster(slug);
        return UUID.fromString(
                SERVER.value("select id from queen_proxy.users where email = 'admin@%s.example'".formatted(slug)));
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
    }

    private static String token(String jti, Map<String, String> claims) throws JoseException {
        var body = new JwtClaims();
        body.setSubject(user.toString());
        body.setIssuer("queen-proxy");
        body.setJwtId(jti);
        body.setIssuedAtToNow();
        body.setExpirationTime(NumericDate.fromSeconds(Instant.now().getEpochSecond() + 3600));
        body.setStringClaim("role", "viewer");
        claims.forEach(body::setStringClaim);
        var jws = new JsonWebSignature();
        jws.setPayload(body.toJson());
        jws.setAlgorithmHeaderValue(AlgorithmIdentifiers.HMAC_SHA256);
        jws.setKeyIdHeaderValue("hs");
        jws.setKey(new SecretKeySpec(SECRET.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
        return jws.getCompactSerialization();
    }

    private Identity.Person person(String token) {
        assertThat(sessions.identify(token)).isInstanceOf(Identity.Person.class);
        return (Identity.Person) sessions.identify(token);
    }

    @Test
    void the_role_on_the_cluster_counts_and_not_the_one_in_the_cookie() throws JoseException {
        assertThat(sessions.standing(person(token("a", Map.of())), cluster))
                .isEqualTo(new Sessions.Standing.Acts(new Principal.SessionPrincipal(user, Role.ADMIN)));
    }

    @Test
    void a_person_without_a_role_is_forbidden_and_one_that_is_gone_must_sign_in() throws JoseException {
        UUID elsewhere = SERVER.cluster("strangers");

        assertThat(sessions.standing(person(token("b", Map.of())), elsewhere))
                .isInstanceOf(Sessions.Standing.NoRole.class);
        var ghost = new Identity.Person(new UUID(7, 7), Instant.now(), Optional.empty(), Role.VIEWER, false);
        assertThat(sessions.standing(ghost, cluster)).isInstanceOf(Sessions.Standing.Gone.class);
    }

    @Test
    void a_token_that_names_a_cluster_counts_on_that_cluster_only() throws JoseException {
        Identity.Person person = person(token("c", Map.of("cluster", cluster.toString(), "role", "producer")));

        assertThat(sessions.standing(person, cluster))
                .isEqualTo(new Sessions.Standing.Acts(new Principal.SessionPrincipal(user, Role.PRODUCER)));
        assertThat(sessions.standing(person, UUID.randomUUID())).isInstanceOf(Sessions.Standing.NoRole.class);
    }

    @Test
    void a_revoked_session_is_dead() throws JoseException {
        SERVER.execute("insert into queen_proxy.revoked_tokens values ('dead', now() + interval '1 hour')");

        assertThat(sessions.identify(token("dead", Map.of()))).isInstanceOf(Identity.Nobody.class);
    }

    @Test
    void a_session_that_another_process_ended_is_dead_here_a_minute_later_at_most() throws JoseException {
        String token = token("elsewhere", Map.of());
        person(token);
        SERVER.execute("insert into queen_proxy.revoked_tokens values ('elsewhere', now() + interval '1 hour')");

        // known by heart, which is why it is asked again at all
        person(token);
        pass(Duration.ofSeconds(60));
        assertThat(sessions.identify(token)).isInstanceOf(Identity.Nobody.class);
    }

    /// The notice that names no cluster (11): without it the session would live on for a minute.
    @Test
    void a_session_that_another_process_ended_is_dead_here_with_the_notice_of_it() throws JoseException {
        String token = token("noticed", Map.of());
        person(token);
        SERVER.execute("insert into queen_proxy.revoked_tokens values ('noticed', now() + interval '1 hour')");
        // remembered as good, until the notice comes
        person(token);

        sessions.sessionRevoked();
        assertThat(sessions.identify(token)).isInstanceOf(Identity.Nobody.class);
    }

    @Test
    void a_session_older_than_the_password_is_dead() throws JoseException {
        UUID other = adminOf("changed");
        SERVER.execute("update queen_proxy.users set password_changed_at = now() + interval '1 minute' where id = '%s'"
                .formatted(other));

        assertThat(sessions.identify(token("e", Map.of("sub", other.toString()))))
                .isInstanceOf(Identity.Nobody.class);
    }

    @Test
    void a_bearer_made_after_the_password_was_changed_dies_with_the_session_it_came_from() {
        UUID other = adminOf("changed-late");
        String session = mintOf(Duration.ofMinutes(1)).session(other).token();
        person(session);
        SERVER.execute("update queen_proxy.users set password_changed_at = now() where id = '%s'".formatted(other));

        // for half a minute nobody here knows of the change
        String bearer = mintOf(Duration.ZERO)
                .bearer(sessions.claims(session).orElseThrow())
                .orElseThrow()
                .token();
        person(bearer);
        pass(Duration.ofSeconds(30));
        assertThat(sessions.identify(session)).isInstanceOf(Identity.Nobody.class);
        assertThat(sessions.identify(bearer)).isInstanceOf(Identity.Nobody.class);
    }

    @Test
    void a_session_that_was_ended_does_not_come_back_to_life_with_the_sweep() {
        Duration longerThanItLives = TOKENS.lifetime().plusSeconds(30);
        String token = mintOf(longerThanItLives).session(user).token();
        // run out, but taken all the same: clocks may differ by a minute
        person(token);
        sessions.end(sessions.claims(token).orElseThrow());

        new Standings(pxdb).sweepRevoked();
        assertThat(sessions(Map.of()).identify(token)).isInstanceOf(Identity.Nobody.class);
    }

    @Test
    void a_token_for_a_sibling_cell_or_of_another_issuer_is_nobodys() throws JoseException {
        assertThat(sessions.identify(token("f", Map.of("aud", "CELL.example")))).isInstanceOf(Identity.Person.class);
        assertThat(sessions.identify(token("g", Map.of("aud", "other.example"))))
                .isInstanceOf(Identity.Nobody.class);
        assertThat(sessions.identify(token("h", Map.of("iss", "somebody")))).isInstanceOf(Identity.Nobody.class);
        assertThat(sessions.identify(token("i", Map.of("role", "king")))).isInstanceOf(Identity.Nobody.class);
        assertThat(sessions.identify(token("j", Map.of("sub", "me")))).isInstanceOf(Identity.Nobody.class);
        assertThat(sessions.identify("garbage")).isInstanceOf(Identity.Nobody.class);
    }

    @Test
    void an_operator_is_one_only_where_the_cell_allows_it() throws JoseException {
        UUID operator = adminOf("ops");
        SERVER.execute("update queen_proxy.users set is_operator = true where id = '%s'".formatted(operator));
        String token = token("k", Map.of("sub", operator.toString()));

        assertThat(sessions.standing(person(token), cluster)).isInstanceOf(Sessions.Standing.NoRole.class);
        sessions = sessions(Map.of("QUEEN_PROXY_OPERATOR_ENABLED", "true"));
        assertThat(sessions.standing(person(token), cluster))
                .isEqualTo(new Sessions.Standing.Acts(new Principal.OperatorPrincipal(operator)));
    }

    /// Runs `meanwhile` when a question has been answered and nobody has kept the answer yet.
    private static Pxdb answering(Runnable meanwhile) {
        ClassLoader loader = SessionsIT.class.getClassLoader();
        var pool = (DataSource) Proxy.newProxyInstance(loader, new Class<?>[] {DataSource.class}, (_, borrow, none) -> {
            Object borrowed = borrow.invoke(pxdb.pool(), none);
            return !(borrowed instanceof Connection)
                    ? borrowed
                    : Proxy.newProxyInstance(loader, new Class<?>[] {Connection.class}, (_, method, arguments) -> {
                        if (method.getName().equals("close")) {
                            meanwhile.run();
                        }
                        return method.invoke(borrowed, arguments);
                    });
        });
        return Pxdb.over(pool, List.copyOf(AccessRows.ALL));
    }

    /// It would have counted for 30 seconds after the notice of its end.
    @Test
    void a_role_that_was_read_before_it_was_taken_away_must_not_be_kept() throws Exception {
        UUID left = SERVER.cluster("left");
        UUID leaver =
                UUID.fromString(SERVER.value("select id from queen_proxy.users where email = 'admin@left.example'"));
        var person = new Identity.Person(leaver, Instant.now(), Optional.empty(), Role.VIEWER, false);
        var inTime = new AtomicBoolean();
        try (Pxdb slow = answering(() -> {
            if (inTime.getAndSet(false)) {
                SERVER.execute("delete from queen_proxy.cluster_roles where cluster_id = '%s'".formatted(left));
                sessions.clusterChanged(left);
            }
        })) {
            sessions = sessions(Map.of(), slow);
            // the first question of all opens and closes connections of its own
            assertThat(sessions.isGone(person)).isFalse();
            inTime.set(true);
            assertThat(sessions.standing(person, left)).isInstanceOf(Sessions.Standing.Acts.class);
            assertThat(sessions.standing(person, left)).isInstanceOf(Sessions.Standing.NoRole.class);
        }
    }
}
