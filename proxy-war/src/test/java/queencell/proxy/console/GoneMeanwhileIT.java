package queencell.proxy.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.database.Sql;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.WebPlane;

/// Somebody who is deleted while a role or a name is given to him is not there, as he would be a moment later.
class GoneMeanwhileIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final People ACME = People.of("acme-meanwhile");
    private static WebPlane plane;
    private static Pxdb pxdb;

    @BeforeAll
    static void open() {
        SERVER.value("select queen_proxy.set_operator('%s', true)".formatted(ACME.admin()));
        plane = new WebPlane(Map.of("QUEEN_PROXY_OPERATOR_ENABLED", "true"));
        pxdb = SERVER.pxdb();
    }

    @AfterAll
    static void close() throws IOException {
        pxdb.close();
        plane.close();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "POST /api/console/members {\"email\":\"%1$s\",\"role\":\"viewer\"}",
                "PUT /api/operator/users/%2$s/roles/%3$s {\"role\":\"viewer\"}",
                "PATCH /api/operator/users/%2$s {\"name\":\"Ada\"}"
            })
    void whoever_is_deleted_at_this_moment_is_not_found(String call) throws InterruptedException, ExecutionException {
        String email = ACME.add("leaving" + Math.abs(call.hashCode()), "none");
        String id = ACME.idOf(email);
        String[] line = call.formatted(email, id, ACME.cluster()).split(" ", 3);
        var deleted = new CountDownLatch(1);
        var commit = new CountDownLatch(1);
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            threads.submit(() -> Sql.transaction(pxdb, sql -> {
                sql.call("select queen_proxy.delete_user(?::uuid)", id);
                deleted.countDown();
                return awaited(commit);
            }));
            deleted.await();
            Future<Answer> answer = threads.submit(() -> plane.request(line[0], line[1])
                    .host(ACME.host())
                    .bearer(plane.sessionOf(ACME.admin()))
                    .json(line[2])
                    .send());
            await().atMost(Duration.ofMinutes(1)).until(GoneMeanwhileIT::somebodyWaits);
            commit.countDown();
            assertThat(answer.get().status()).as(answer.get().body()).isEqualTo(404);
        }
    }

    private static boolean awaited(CountDownLatch latch) {
        try {
            latch.await();
            return true;
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static boolean somebodyWaits() {
        return !SERVER.value("select count(*) from pg_locks where not granted").equals("0");
    }
}
