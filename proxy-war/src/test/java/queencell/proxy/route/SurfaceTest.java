package queencell.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SurfaceTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            /healthz                  | HEALTH
            /readyz                   | HEALTH
            /.well-known/jwks.json    | JWKS
            /auth/login               | AUTH
            /api/console/me           | CONSOLE_API
            /api/operator/users       | OPERATOR_API
            /console                  | CONSOLE_SHELL
            /console/                 | CONSOLE_SHELL
            /console/keys             | CONSOLE_SHELL
            /api/v1/push              | DATA_PATH
            /api/console              | DATA_PATH
            /api/cp/tenants           | DATA_PATH
            /streams/v1/cycle         | DATA_PATH
            /internal/api/notify      | DATA_PATH
            /health                   | DATA_PATH
            /status                   | DATA_PATH
            /metrics                  | DATA_PATH
            /metrics/prometheus       | DATA_PATH
            /                         | DASHBOARD
            ''                        | DASHBOARD
            /queues/orders            | DASHBOARD
            /api                      | DASHBOARD
            /apidocs                  | DASHBOARD
            /statuses                 | DASHBOARD
            /metricsx                 | DASHBOARD
            /metrics/                 | DASHBOARD
            /internal                 | DASHBOARD
            /internalx                | DASHBOARD
            /healthz/                 | DASHBOARD
            /auth                     | DASHBOARD
            /consolex                 | DASHBOARD
            //api/v1/push             | DASHBOARD
            """)
    void a_near_miss_must_not_change_the_owner(String path, Surface expected) {
        assertThat(Surface.of(path)).isEqualTo(expected);
    }
}
