package queencell.proxy.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.EffectiveStatus;
import queencell.proxy.cluster.LimitColumn;

/// A queue that would keep its messages longer than the plan allows (pipeline, 7.8), through the whole data path: from
/// the refusal and its log line (17) somebody sees what was asked for and what is allowed.
class RetentionCeilingTest {
    private static final String[] CONFIGURE = {
        "POST /api/v1/configure", "Host: path.example", "Authorization: Bearer " + TestPath.KEY
    };

    @AutoClose
    private final StubBroker broker = new StubBroker();

    @AutoClose
    private final HeardLog log = new HeardLog();

    private TestPath path(Map<String, String> environment) {
        return new TestPath(
                "path",
                broker.url(),
                EffectiveStatus.ACTIVE,
                Map.of(LimitColumn.MAX_RETENTION_SECONDS, 3600L),
                environment);
    }

    private static String configure(String options) {
        return "{\"queue\":\"orders\",\"options\":{%s}}".formatted(options);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            "retentionSeconds":3601                                        | retentionSeconds          | 3601
            "retentionSeconds":" +86400 "                                  | retentionSeconds          | 86400
            "retentionSeconds":60,"completedRetentionSeconds":7200         | completedRetentionSeconds | 7200
            "completedRetentionSeconds":7200,"retentionSeconds":3602       | retentionSeconds          | 3602
            """)
    void a_refused_retention_must_say_what_was_requested(String options, String option, String requested)
            throws IOException {
        try (var path = path(Map.of())) {
            WireClient.Answer answer = path.call(configure(options), CONFIGURE);

            assertThat(answer.status()).isEqualTo(403);
            assertThat(answer.code()).isEqualTo("quota_exceeded");
            assertThat(answer.body()).contains(option + " is " + requested + " seconds", "3600");
            assertThat(log.lines("limit_reached"))
                    .singleElement()
                    .asString()
                    .contains(" kind=retention blocked=true queue=orders requested=%s ceiling=3600 rid="
                            .formatted(requested));
            assertThat(broker.seen()).isEmpty();
        }
    }

    @Test
    void a_retention_that_would_be_refused_must_say_what_was_requested_too() throws IOException {
        try (var path = path(Map.of("QUEEN_PROXY_ENFORCE", "false"))) {
            String body = configure("\"retentionSeconds\":3601");

            assertThat(path.call(body, CONFIGURE).status()).isEqualTo(200);
            assertThat(log.lines("limit_reached"))
                    .singleElement()
                    .asString()
                    .contains(" kind=retention would_block=true queue=orders requested=3601 ceiling=3600 rid=");
            assertThat(broker.last().body()).as("not shortened either").isEqualTo(body);
        }
    }

    @Test
    void a_retention_of_what_the_plan_allows_must_pass_without_a_line() throws IOException {
        try (var path = path(Map.of())) {
            assertThat(path.call(configure("\"retentionSeconds\":3600"), CONFIGURE)
                            .status())
                    .isEqualTo(200);
            assertThat(log.lines("limit_reached")).isEmpty();
        }
    }
}
