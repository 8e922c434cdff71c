package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import jakarta.ws.rs.core.Response;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbException;
import queencell.proxy.database.Sql;

/// What a failure of the database looks like from outside (proxy console, 2).
class DatabaseSilentMapperTest {

    private static Response answerTo(String sqlState) {
        var failing = (DataSource) Proxy.newProxyInstance(
                DatabaseSilentMapperTest.class.getClassLoader(), new Class<?>[] {DataSource.class}, (_, method, _) -> {
                    if (method.getName().equals("getConnection")) {
                        throw new SQLException("create_user: hunter2 is no hash", sqlState);
                    }
                    return null;
                });
        Pxdb pxdb = Pxdb.over(failing, List.of());
        PxdbException failure =
                catchThrowableOfType(PxdbException.class, () -> Sql.question(pxdb, sql -> sql.list("", _ -> true)));
        return new DatabaseSilentMapper().toResponse(failure);
    }

    private static String bodyOf(Response answer) {
        return new String((byte[]) answer.getEntity(), StandardCharsets.UTF_8);
    }

    @Test
    void a_value_that_a_function_refuses_is_the_callers_and_not_a_database_that_is_away() {
        Response answer = answerTo("QP400");
        assertThat(answer.getStatus()).isEqualTo(400);
        assertThat(bodyOf(answer)).contains("\"invalid_request\"").doesNotContain("hunter2", "create_user");
    }

    @ParameterizedTest
    @ValueSource(strings = {"08006", "QP404", "23505", "57P01"})
    void anything_else_is_told_as_a_database_that_failed(String sqlState) {
        Response answer = answerTo(sqlState);
        assertThat(answer.getStatus()).isEqualTo(502);
        assertThat(bodyOf(answer)).contains("\"bad_gateway\"").doesNotContain("hunter2", "create_user");
    }
}
