package queencell.proxy.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.database.Meanwhile;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
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
        ACME.asOperator(ACME.admin());
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
        String email = ACME.add("leaving-" + call.split(" ", 2)[0].toLowerCase(), "none");
        String id = ACME.idOf(email);
        String[] line = call.formatted(email, id, ACME.cluster()).split(" ", 3);
        Answer answer = Meanwhile.of(
                pxdb,
                "select queen_proxy.delete_user('%s')".formatted(id),
                () -> plane.request(line[0], line[1])
                        .host(ACME.host())
                        .bearer(plane.sessionOf(ACME.admin()))
                        .json(line[2])
                        .send());
        assertThat(answer.status()).as(answer.body()).isEqualTo(404);
    }
}
