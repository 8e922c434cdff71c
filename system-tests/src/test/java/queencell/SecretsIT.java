package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import queencell.dev.Part;
import queencell.http.Answer;
import queencell.http.Request;
import queencell.tenant.SessionTokens;
import queencell.tenant.Tenant;
import queencell.wire.StandInBroker;

/// Credentials and payloads must turn up in no log, no error, no metric and no name of a thread (pipeline, 17).
class SecretsIT {

    private static final String CELL_SECRET = "cell-secret-that-nobody-may-see";
    private static final String PAYLOAD = "payload-that-nobody-may-see";
    private static final String QUERY = "query-value-that-nobody-may-see";
    private static final String GARBAGE_KEY = "qk_live_garbage_that_nobody_may_see";
    private static final String PASSWORD = "password-that-nobody-may-see";
    private static final String GARBAGE_TOKEN = "garbage-token-that-nobody-may-see";

    @Test
    void a_secret_must_turn_up_nowhere(Cell cell) throws IOException {
        List<Answer> answers = new ArrayList<>();
        Tenant tenant;
        String session;
        try (StandInBroker broker = StandInBroker.start()) {
            tenant = cell.tenant(plan -> plan.behind(broker.url())
                    .cellSecret(CELL_SECRET)
                    .maxReqPerSec(1)
                    .reqBurst(20)
                    .maxPayloadBytes(10));
            session = SessionTokens.of(tenant.adminUser());
            String listing = "/api/v1/resources/queues?q=" + QUERY;
            String oversize = "{\"items\":[{\"queue\":\"q\",\"payload\":\"%s\"}]}".formatted(PAYLOAD);
            answers.add(tenant.get(listing));
            answers.add(tenant.as(session).get(listing));
            answers.add(cookie(tenant, session, "GET", listing).send());
            answers.add(cookie(tenant, session, "POST", "/api/v1/push")
                    .json(oversize)
                    .send());
            answers.add(tenant.as(GARBAGE_KEY).get(listing));
            answers.add(tenant.as(GARBAGE_TOKEN).get(listing));
            answers.add(tenant.as(session + "x").get(listing));
            answers.add(cell.proxy("GET", listing)
                    .host("nobody.test")
                    .bearer(tenant.key())
                    .send());
            answers.add(tenant.get("/api/v1/unknown?q=" + QUERY));
            answers.add(tenant.post("/api/v1/push", oversize));
            answers.add(tenant.post("/api/v1/push", "{\"items\":[[\"%s\"]]}".formatted(PAYLOAD)));
            answers.add(tenant.post("/api/v1/push", "{\"items\":\"%s\"".formatted(PAYLOAD)));
            broker.answer(request -> "nonsense\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1));
            answers.add(tenant.get(listing));
            broker.answer(500, "{}");
            answers.add(tenant.get(listing));
            for (int i = 0; i < 25; i++) {
                answers.add(tenant.get(listing));
            }
        }
        answers.add(tenant.get("/api/v1/resources/queues?q=" + QUERY));
        // a key that dies is looked up, refused and counted once more
        tenant.revoke(tenant.key());
        Eventually.holds(() ->
                assertThat(tenant.get("/api/v1/resources/queues").status()).isEqualTo(401));

        assertThat(answers.stream().map(Answer::status)).contains(200, 400, 401, 403, 404, 413, 421, 429, 502);
        String[] secrets = {
            tenant.key(),
            session,
            session.split("\\.")[2],
            SessionTokens.SECRET,
            CELL_SECRET,
            PAYLOAD,
            QUERY,
            GARBAGE_KEY,
            GARBAGE_TOKEN,
            cell.pxdbAddress().password()
        };
        for (Answer answer : answers) {
            assertThat(answer.toString()).doesNotContain(secrets);
        }
        assertThat(cell.proxy().metrics())
                .doesNotContain(secrets)
                // nor anything else that a tenant chose, or that names one
                .doesNotContain(tenant.slug(), tenant.cluster().toString(), "nobody.test", "/api/v1/unknown");
        assertThat(texts(cell.logs())).isNotEmpty().allSatisfy(text -> {
            for (String secret : secrets) {
                assertThat(text.contains(secret)).as("a log holds %s", secret).isFalse();
            }
        });
    }

    /// Names of threads stand in every dump that somebody sends along with a fault. Looked at while every kind of
    /// credential is being asked for in the database, and while the broker is waited for.
    @Test
    void a_secret_must_stand_in_no_name_of_a_thread(Cell cell) throws Exception {
        String listing = "/api/v1/resources/queues?q=" + QUERY;
        String dump;
        List<String> secrets;
        try (var clients = Executors.newVirtualThreadPerTaskExecutor();
                StandInBroker broker = StandInBroker.start()) {
            Tenant tenant = cell.tenant(plan -> plan.behind(broker.url()).cellSecret(CELL_SECRET));
            assertThat(tenant.get(listing).status()).isEqualTo(200);
            broker.silent().forget();
            String unseenKey = tenant.issueKey("read");
            String session = SessionTokens.of(tenant.adminUser());
            String cookie = SessionTokens.of(tenant.adminUser());
            try (var database = cell.pxdb();
                    var statement = database.createStatement()) {
                clients.submit(() -> tenant.get(listing));
                clients.submit(() -> tenant.post("/api/v1/kv", "[\"%s\"]".formatted(PAYLOAD)));
                Eventually.holds(() -> assertThat(broker.seen()).hasSize(2));
                database.setAutoCommit(false);
                statement.execute("lock table queen_proxy.api_keys, queen_proxy.revoked_tokens, queen_proxy.users"
                        + " in access exclusive mode");
                clients.submit(() -> tenant.as(unseenKey).get(listing));
                clients.submit(() -> tenant.as(GARBAGE_KEY + "_either").get(listing));
                clients.submit(() -> tenant.as(session).get(listing));
                clients.submit(() -> cookie(tenant, cookie, "GET", listing).send());
                clients.submit(() -> signIn(tenant).send());
                dump = dumpWith(cell, "KeyRing.lookUp", "Sessions.isRevoked", "LookupCache.await", "LoginResource");
                database.rollback();
            }
            secrets = List.of(
                    tenant.key(),
                    unseenKey,
                    session,
                    session.split("\\.")[2],
                    cookie,
                    cookie.split("\\.")[2],
                    SessionTokens.SECRET,
                    CELL_SECRET,
                    PAYLOAD,
                    QUERY,
                    PASSWORD,
                    GARBAGE_KEY,
                    cell.pxdbAddress().password());
        }
        assertThat(dump).contains("\"proxy-").doesNotContain(secrets.toArray(String[]::new));
    }

    /// The threads of the proxy as soon as all of these are at work in them.
    private static String dumpWith(Cell cell, String... frames) {
        var dump = new AtomicReference<String>();
        Eventually.holds(() -> {
            dump.set(cell.threads(Part.PROXY));
            assertThat(dump.get()).contains(frames);
        });
        return dump.get();
    }

    private static Request signIn(Tenant tenant) {
        return tenant.anonymous("POST", "/auth/login")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .body(("email=somebody%40cell.test&password=" + PASSWORD).getBytes(StandardCharsets.US_ASCII));
    }

    private static Request cookie(Tenant tenant, String session, String method, String target) {
        return tenant.anonymous(method, target).header("Cookie", "queen_session=" + session);
    }

    private static List<String> texts(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            var texts = new ArrayList<String>();
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                texts.add(Files.readString(file, StandardCharsets.ISO_8859_1));
            }
            return texts;
        }
    }
}
