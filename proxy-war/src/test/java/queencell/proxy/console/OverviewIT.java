package queencell.proxy.console;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.Request;
import queencell.proxy.web.WebPlane;

/// What every role may read: overview and usage (proxy console, 4.1 and 4.2).
class OverviewIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final WebPlane PLANE = WebPlane.common();

    private static Request call(String method, String path, People people, String email) {
        return PLANE.console(method, path, people, email);
    }

    @Test
    void the_overview_has_every_field_of_its_contract() {
        People people = People.of("overview-console");
        SERVER.value("select queen_proxy.set_limit_override('%s', '{\"max_queues\": null, \"monthly_msgs_quota\": 77}')"
                .formatted(people.cluster()));
        SERVER.execute("insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs, reqs)"
                + " values ('%s', date_trunc('minute', now()), 'push', 12, 3)".formatted(people.cluster()));
        PLANE.part(PushBlocks.class).monthly(people.cluster(), true);

        JsonNode overview =
                call("GET", "/overview", people, people.admin()).send().json();

        assertThat(overview.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder(
                        "slug", "status", "role", "plan", "usage", "push_block", "storage", "limits", "features");
        assertThat(overview.path("status").asText()).isEqualTo("active");
        assertThat(overview.path("plan").toString()).isEqualTo("{\"code\":\"free\",\"monthly_msgs_quota\":77}");
        assertThat(overview.path("usage").path("msgs").asLong()).isEqualTo(12);
        assertThat(overview.path("usage").path("month").asText()).matches("\\d{4}-\\d{2}");
        assertThat(overview.path("push_block").asText()).isEqualTo("monthly_quota");
        assertThat(overview.path("storage").toString())
                .isEqualTo("{\"max_retained_bytes\":1073741824,\"over_quota\":false,\"retained_bytes\":null}");
        assertThat(overview.path("limits").size()).isEqualTo(11);
        assertThat(overview.path("limits").path("max_queues").isNull()).isTrue();
        assertThat(overview.path("features").toString())
                .isEqualTo("{\"streams\":false,\"traces\":false,\"kv\":true,\"timers\":true,\"ephemeral\":true}");
    }

    @ParameterizedTest
    @CsvSource({"0,1", "-10,1", "1,1", "24,2", "168,3", "500,3", "99999999999999999999,3"})
    void hours_of_usage_are_clamped(String hours, int lines) {
        People people = usageOf();
        assertThat(call("GET", "/usage?hours=" + hours, people, people.admin())
                        .send()
                        .json())
                .hasSize(lines);
    }

    @Test
    void usage_without_hours_is_a_day_and_nonsense_is_refused() {
        People people = usageOf();
        assertThat(call("GET", "/usage", people, people.admin()).send().json()).hasSize(2);
        for (String query :
                List.of("hours=abc", "hours=", "hours=1.5", "step=2", "step=01", "limit=0", "limit=1001", "after=x")) {
            Answer answer =
                    call("GET", "/usage?" + query, people, people.admin()).send();
            assertThat(answer.status()).as(query).isEqualTo(400);
            assertThat(answer.code()).isEqualTo("invalid_request");
        }
    }

    private static People usage;

    private static People usageOf() {
        if (usage == null) {
            usage = People.of("usage-console");
            for (String age : List.of("30 minutes", "20 hours", "160 hours", "200 hours")) {
                SERVER.execute(
                        "insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs, reqs, bytes_in, bytes_out)"
                                + " values ('%s', date_trunc('minute', now() - interval '%s'), 'push', 10, 3, 500, 120)"
                                        .formatted(usage.cluster(), age));
            }
        }
        return usage;
    }

    @Test
    void a_step_sums_its_minutes_and_a_page_goes_on_where_the_last_one_ended() {
        People people = People.of("steps-console");
        for (int minute = 0; minute < 10; minute++) {
            SERVER.execute("insert into queen_proxy.usage_minutes (cluster_id, minute, op_class, msgs, reqs)"
                    + " select '%s', date_trunc('hour', now()) - interval '1 hour' + interval '%d minutes', op, 2, 1"
                            .formatted(people.cluster(), minute)
                    + " from unnest(array['push', 'delivery']) op");
        }
        JsonNode steps = call("GET", "/usage?hours=3&step=5", people, people.admin())
                .send()
                .json();
        assertThat(steps).hasSize(4).allSatisfy(line -> {
            assertThat(line.path("msgs").asLong()).isEqualTo(10);
            assertThat(line.path("minute").asText()).endsWith("00Z");
        });
        assertThat(steps.get(0).fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("minute", "op", "reqs", "msgs", "bytes_in", "bytes_out");

        assertThat(PLANE.walk(people, "/usage?hours=3&limit=7")).hasSize(20).doesNotHaveDuplicates();
    }
}
