package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import queencell.http.Answer;
import queencell.http.Request;
import queencell.tenant.SessionTokens;
import queencell.tenant.Tenant;
import queencell.wire.StandInBroker;

/// Credentials and payloads must turn up in no log, no error and no metric (pipeline, 17).
class SecretsIT {

    private static final String CELL_SECRET = "cell-secret-that-nobody-may-see";
    private static final String PAYLOAD = "payload-that-nobody-may-see";
    private static final String QUERY = "query-value-that-nobody-may-see";
    private static final String GARBAGE_KEY = "qk_live_garbage_that_nobody_may_see";
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
