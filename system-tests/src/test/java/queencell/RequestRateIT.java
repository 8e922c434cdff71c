package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import queencell.http.Answer;
import queencell.proxy.ProxyProcess;
import queencell.proxy.ProxyVariant;
import queencell.tenant.Tenant;

/// The request bucket (pipeline, 7.1 to 7.3 and 7.14).
class RequestRateIT {

    private static final String LISTING = "/api/v1/resources/queues";

    @Test
    void a_flood_of_one_tenant_must_not_refuse_another(Cell cell) throws Exception {
        Tenant noisy = cell.tenant(plan -> plan.maxReqPerSec(5).reqBurst(25));
        Tenant quiet = cell.tenant(plan -> plan.maxReqPerSec(500).reqBurst(1_000));
        List<Answer> flood;
        List<Answer> neighbour;
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            var floods = submit(clients, 60, () -> noisy.get(LISTING));
            var neighbours = submit(clients, 60, () -> quiet.get(LISTING));
            flood = answers(floods);
            neighbour = answers(neighbours);
        }
        assertThat(flood).filteredOn(Answer::refused).isNotEmpty().allSatisfy(answer -> {
            assertThat(answer.status()).isEqualTo(429);
            assertThat(answer.code()).isEqualTo("rate_limited");
            assertThat(answer.retryAfterSeconds()).isBetween(1, 60);
            assertThat(answer.header("x-queen-request-id")).isPresent();
        });
        assertThat(flood).filteredOn(answer -> answer.status() == 200).hasSizeGreaterThanOrEqualTo(25);
        assertThat(neighbour).allSatisfy(answer -> assertThat(answer.status()).isEqualTo(200));
    }

    @Test
    void a_flood_without_credential_must_not_spend_the_tokens_of_a_tenant(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxReqPerSec(1).reqBurst(3));
        for (int i = 0; i < 20; i++) {
            assertThat(tenant.anonymous("GET", LISTING).send().status()).isEqualTo(401);
            assertThat(tenant.get("/api/v1/pop").status()).isEqualTo(404);
        }
        assertThat(tenant.get(LISTING).status()).isEqualTo(200);
    }

    @Test
    void a_client_must_be_told_its_limits(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxReqPerSec(5).reqBurst(25));
        Answer answer = tenant.get(LISTING);
        assertThat(answer.header("RateLimit-Policy")).hasValueSatisfying(policy -> assertThat(policy)
                .contains("\"req\";q=25;w=5")
                .doesNotContain("msgs"));
        assertThat(answer.header("RateLimit")).hasValueSatisfying(left -> assertThat(left)
                .contains("\"req\";r=24"));
        assertThat(cell.tenant().get(LISTING).header("RateLimit")).isEmpty();
    }

    @Test
    void a_changed_plan_must_count_without_a_restart(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxReqPerSec(1).reqBurst(2));
        assertThat(IntStream.range(0, 6).mapToObj(_ -> tenant.get(LISTING).status()))
                .contains(200, 429);
        tenant.control()
                .one("select queen_proxy.set_limit_override(?::uuid, '{}')::text", tenant.cluster().toString());
        Eventually.holds(() -> assertThat(tenant.get(LISTING).status()).isEqualTo(200));
    }

    @Test
    void shadow_mode_must_refuse_nothing_and_say_what_it_would_have_refused(Cell cell) {
        ProxyProcess shadow = cell.proxy(ProxyVariant.SHADOW);
        Tenant tenant = cell.tenant(plan -> plan.maxReqPerSec(5)
                        .reqBurst(10)
                        .maxMsgsPerSec(1)
                        .msgsBurst(2)
                        .maxQueues(1)
                        .maxPartitionsPerQueue(1))
                .through(shadow);
        long mark = shadow.logMark();
        for (int i = 0; i < 30; i++) {
            assertThat(tenant.push("q" + i % 3).partition("p" + i % 3).once().status())
                    .isEqualTo(201);
        }
        for (String kind : new String[] {"req", "msgs", "queues"}) {
            Eventually.holds(() -> assertThat(shadow.logSince(mark))
                    .anyMatch(line -> line.contains("kind=" + kind)
                            && line.contains("would_block=true")
                            && line.contains(tenant.cluster().toString())));
        }
    }

    @Test
    void a_refusal_must_leave_a_line_in_the_log(Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxReqPerSec(1).reqBurst(1));
        long mark = cell.proxy().logMark();
        assertThat(IntStream.range(0, 4).mapToObj(_ -> tenant.get(LISTING).status()))
                .contains(429);
        Eventually.holds(() -> assertThat(cell.proxy().logSince(mark))
                .anyMatch(line -> line.contains("kind=req")
                        && line.contains("blocked=true")
                        && line.contains(tenant.cluster().toString())));
    }

    private static List<Future<Answer>> submit(
            ExecutorService clients, int count, Callable<Answer> call) {
        return IntStream.range(0, count).mapToObj(_ -> clients.submit(call)).toList();
    }

    private static List<Answer> answers(List<Future<Answer>> sent) throws Exception {
        var all = new ArrayList<Answer>();
        for (Future<Answer> answer : sent) {
            all.add(answer.get());
        }
        return all;
    }
}
