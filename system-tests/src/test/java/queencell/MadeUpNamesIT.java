package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import queencell.http.Connection;
import queencell.tenant.Tenant;

/// What anonymous callers can make the proxy remember (pipeline, 11).
class MadeUpNamesIT {

    private static final int NAMES = 20_000;
    private static final int AT_ONCE = 100;

    @Test
    void twenty_thousand_made_up_hosts_must_not_stay_in_memory(Cell cell) throws IOException {
        send(cell, 421, i -> "Host: made-up-%d.test\r\n".formatted(i));
        remembered(cell, "cluster");
    }

    @Test
    void twenty_thousand_made_up_keys_must_not_stay_in_memory(Cell cell) throws IOException {
        Tenant tenant = Suite.tenant(cell);
        send(cell, 401, i -> "Host: %s\r\nAuthorization: Bearer qk_live_made_up_%d\r\n".formatted(tenant.host(), i));
        remembered(cell, "key");
        assertThat(tenant.get("/api/v1/resources/queues").status()).isEqualTo(200);
    }

    private static void remembered(Cell cell, String cache) {
        double missing = cell.proxy().metric("queen_proxy_cache_entries{cache=\"%s\",kind=\"missing\"}".formatted(cache));
        double known = cell.proxy().metric("queen_proxy_cache_entries{cache=\"%s\",kind=\"known\"}".formatted(cache));
        assertThat(missing).isBetween(1.0, 10_000.0);
        assertThat(known).isLessThan(1_000);
    }

    private static void send(Cell cell, int status, IntFunction<String> fields) throws IOException {
        try (var connection = Connection.to(cell.proxy().door())) {
            for (int sent = 0; sent < NAMES; sent += AT_ONCE) {
                var batch = new ByteArrayOutputStream();
                for (int i = sent; i < sent + AT_ONCE; i++) {
                    batch.writeBytes(("GET /api/v1/resources/queues HTTP/1.1\r\n" + fields.apply(i) + "\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
                }
                connection.write(batch.toByteArray());
                for (int i = 0; i < AT_ONCE; i++) {
                    assertThat(connection.read("GET").status()).isEqualTo(status);
                }
            }
        }
    }
}
