package queencell.dev.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ClusterWordsTest {
    private static String words(String database, String proxy) throws IOException {
        return ClusterWords.of(new ObjectMapper()
                .readTree("{\"cluster\":\"acme\",\"database\":%s,\"proxy\":%s}".formatted(database, proxy)));
    }

    @Test
    void a_block_and_an_unlimited_quota_are_told_in_words() throws IOException {
        String words = words("""
                {"effective_status":"active","tenant_slug":"a","tenant_status":"active","cluster_status":"active",
                 "plan_code":"free","cell_slug":"local","limits":{"max_queues":20,"monthly_msgs_quota":null},
                 "features":{"kv":true,"streams":false},"month":"2026-11","month_msgs":7,"month_quota":null,
                 "queues":1,"partitions":2,"live_keys":1,"last_key_use":null,"last_minute":null,
                 "last_flush":"2026-11-30T10:00:15+00:00"}
                """, """
                {"push_block":"storage_quota_exceeded",
                 "push_blocks":[{"code":"storage_quota_exceeded","reason":"9 bytes"},{"code":"push_blocked","reason":"held"}],
                 "cache_age_seconds":12,"parked_polls":3,
                 "storage":{"measured_bytes":null,"in_flight_bytes":5},"registry":{"queues":1,"partitions":2}}
                """);

        assertThat(words)
                .contains("max_queues 20, monthly_msgs_quota none")
                .contains("features        kv\n")
                .contains("7 messages in and out, quota none")
                .contains("1 live, last used never")
                .contains("last metered    never\n")
                .contains("last flush      2026-11-30T10:00:15+00:00, of any cluster\n")
                .contains("refused with 403 storage_quota_exceeded")
                .contains("9 bytes (storage_quota_exceeded)")
                .contains("held (push_blocked)")
                .contains("limits read     12 s ago")
                .contains("not measured yet")
                .contains("meter check     not made yet");
    }

    @Test
    void a_silent_database_leaves_what_the_proxy_remembers() throws IOException {
        String words = words("{\"error\":\"the proxy's database does not answer\"}", """
                {"push_block":null,"request_tokens":25,"parked_polls":0,
                 "storage":{"measured_bytes":9,"in_flight_bytes":0},"registry":{"queues":0,"partitions":0},
                 "meter_check":{"from":"a","to":"b","metered_push":1,"broker_push":2,"metered_delivery":3,
                 "broker_delivery":4,"minutes_that_differ":[
                 {"minute":"c","metered_push":5,"broker_push":6,"metered_delivery":7,"broker_delivery":8}]}}
                """);

        assertThat(words)
                .contains("the proxy's database does not answer")
                .contains("pushes          allowed")
                .contains("25 before the rate counts")
                .contains("1 pushed by the meter and 2 by the broker; 3 delivered and 4")
                .contains("differs         c: 5 pushed and 6; 7 delivered and 8");
    }
}
