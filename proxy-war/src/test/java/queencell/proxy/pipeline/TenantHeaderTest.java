package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.proxy.cluster.EffectiveStatus;

/// Whose queues the broker serves (pipeline, 9.1, step 5), through the whole data path: the tenant that the proxy
/// names,
/// or the broker's default one, but never one that the client typed.
class TenantHeaderTest {

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @ParameterizedTest
    @CsvSource({"true, 00000000-0000-0001-0000-000000000002", "false,"})
    void a_forged_tenant_must_not_reach_the_broker_whether_or_not_one_is_injected(String injects, String tenant)
            throws IOException {
        try (var path = new TestPath(
                "path", broker.url(), EffectiveStatus.ACTIVE, Map.of("QUEEN_PROXY_TENANT_HEADER", injects))) {
            WireClient.Answer answer = path.ask(
                    "GET /api/v1/resources/queues",
                    "path.example",
                    "x-queen-tenant: 00000000-0000-0007-0000-000000000007",
                    "X-Queen-Tenant: again");

            assertThat(answer.status()).as(answer.body()).isEqualTo(200);
            var tenants = broker.last().headers().get("x-queen-tenant");
            if (tenant == null) {
                assertThat(tenants).isNull();
            } else {
                assertThat(tenants).containsExactly(tenant);
            }
        }
    }
}
