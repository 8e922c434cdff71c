package queencell.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.route.QueryRules.Outcome;
import queencell.proxy.route.QueryRules.Outcome.Forward;
import queencell.proxy.route.QueryRules.Outcome.Refused;

class QueryRulesTest {
    private static final long MAX_BATCH = 1000;
    private static final long MAX_WAIT = 90_000;

    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            batch=500&consumerGroup=g     | batch=500&consumerGroup=g     | -
            batch=5000&x=%2F+             | batch=1000&x=%2F+             | -
            batch=%2B5000                 | batch=1000                    | -
            batch=99999999999999999999999 | batch=1000                    | -
            batch=x                       | batch=x                       | -
            leaseSeconds=86400            | leaseSeconds=86400            | -
            leaseSeconds=86401&batch=2    | leaseSeconds=86400&batch=2    | -
            leaseSecond%73=2147483647     | leaseSecond%73=86400          | -
            leaseSeconds=9999999999999999 | leaseSeconds=86400            | -
            leaseSeconds=-1               | leaseSeconds=-1               | -
            leaseSeconds=soon             | leaseSeconds=soon             | -
            batch=-5                      | batch=-5                      | -
            wait=true                     | wait=true                     | 30000
            wait=true&timeout=1000        | wait=true&timeout=1000        | 1000
            wait=true&timeout=90000       | wait=true&timeout=90000       | 90000
            timeout=90001&wait=true       | timeout=90000&wait=true       | 90000
            wait=true&timeout=abc         | wait=true&timeout=abc         | 30000
            wait=true&timeout=            | wait=true&timeout=            | 30000
            wait=true&timeout=-1          | wait=true&timeout=-1          | 30000
            wait=true&timeout=0           | wait=true&timeout=0           | 0
            wait=true&timeout=99999999999999999999 | wait=true&timeout=90000 | 90000
            %77ait=true&tim%65out=95000   | %77ait=true&tim%65out=90000   | 90000
            wait=TRUE&timeout=95000       | wait=TRUE&timeout=95000       | -
            wait=false&timeout=95000      | wait=false&timeout=95000      | -
            frames=true&wait=true         | wait=true                     | 30000
            frames=true                   | ''                            | -
            limit=5000                    | limit=5000                    | -
            """)
    void a_pop_must_not_wait_or_fetch_beyond_its_bounds(String query, String sent, Long waitMillis) {
        Forward forward = (Forward) pop(query);
        assertThat(forward.query().raw()).isEqualTo(sent);
        assertThat(forward.parks()).isEqualTo(waitMillis != null);
        forward.waitMillis().ifPresent(millis -> assertThat(millis).isEqualTo(waitMillis));
    }

    @Test
    void a_maximum_below_the_brokers_default_must_reach_the_broker() {
        Forward forward = (Forward) QueryRules.apply(
                route("/api/v1/pop/queue/q"), "/api/v1/pop/queue/q", query("wait=true"), MAX_BATCH, 20_000);
        assertThat(forward.query().raw()).isEqualTo("wait=true&timeout=20000");
        assertThat(forward.waitMillis()).hasValue(20_000);
    }

    /// The broker delivers up to 200 messages where none is named, and up to 100 where it is to choose.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            50  | ''                          | batch=50
            50  | consumerGroup=g             | consumerGroup=g&batch=50
            50  | consumerGroup=g&            | consumerGroup=g&batch=50
            199 | wait=false                  | wait=false&batch=199
            200 | wait=false                  | wait=false
            0   | wait=false                  | wait=false&batch=0
            50  | frames=true                 | batch=50
            50  | batch=7                     | batch=7
            50  | b%61tch=7                   | b%61tch=7
            50  | batch                       | batch
            50  | autopilot=true              | autopilot=true&batch=50
            99  | autopilot=%74rue            | autopilot=%74rue&batch=99
            100 | autopilot=true              | autopilot=true
            150 | autopilot=true              | autopilot=true
            150 | autopilot=false             | autopilot=false&batch=150
            50  | wait=true&timeout=90001     | wait=true&timeout=90000&batch=50
            """)
    void a_pop_must_not_fetch_beyond_its_bound_by_naming_none(long maxBatch, String query, String sent) {
        String path = "/api/v1/pop/queue/orders";
        Forward forward = (Forward) QueryRules.apply(route(path), path, query(query), maxBatch, MAX_WAIT);
        assertThat(forward.query().raw()).isEqualTo(sent);
    }

    /// There the broker does not choose.
    @Test
    void a_pop_from_one_partition_must_not_fetch_beyond_its_bound_either() {
        String path = "/api/v1/pop/queue/orders/partition/p";
        Forward forward = (Forward) QueryRules.apply(route(path), path, query("autopilot=true"), 150, MAX_WAIT);
        assertThat(forward.query().raw()).isEqualTo("autopilot=true&batch=150");
    }

    @Test
    void an_ephemeral_pop_fetches_one_message_unless_it_says_more() {
        String path = "/api/v1/ephemeral/pop";
        Forward forward = (Forward) QueryRules.apply(route(path), path, query("queue=q"), 10, MAX_WAIT);
        assertThat(forward.query().raw()).isEqualTo("queue=q");
    }

    @Test
    void an_ephemeral_pop_parks_like_a_durable_one() {
        String path = "/api/v1/ephemeral/pop";
        Forward forward =
                (Forward) QueryRules.apply(route(path), path, query("queue=q&wait=true&timeout=300000"), 10, MAX_WAIT);
        assertThat(forward.query().raw()).isEqualTo("queue=q&wait=true&timeout=90000");
        assertThat(forward.parks()).isTrue();
    }

    /// What a broker of 1.3.0 does with these: it waits for `1` and `yes` too, answers the rest at once, and takes a
    /// time that it cannot read for 30 s.
    @ParameterizedTest
    @CsvSource(delimiter = '|', nullValues = "-", textBlock = """
            wait=1                       | wait=1&timeout=20000            | 20000
            wait=yes&timeout=5000        | wait=yes&timeout=5000           | 5000
            %77ait=%31&timeout=300000    | %77ait=%31&timeout=20000        | 20000
            wait=later                   | wait=later&timeout=20000        | 20000
            wait=false&timeout=300000    | wait=false&timeout=300000       | -
            wait=0                       | wait=0                          | -
            wait=no                      | wait=no                         | -
            wait=False                   | wait=False                      | -
            wait=OFF&timeout=300000      | wait=OFF&timeout=300000         | -
            wait=TRUE                    | wait=TRUE&timeout=20000         | 20000
            wait=                        | wait=                           | -
            wait                         | wait                            | -
            group=g                      | group=g                         | -
            wait=true&timeout=soon&a=1   | wait=true&timeout=20000&a=1     | 20000
            wait=true&timeout            | wait=true&timeout=20000         | 20000
            wait=true&timeout=1.5        | wait=true&timeout=20000         | 20000
            wait=true&timeout=-1         | wait=true&timeout=-1            | 20000
            """)
    void an_ephemeral_pop_must_not_park_without_a_slot_or_beyond_its_bound(String query, String sent, Long waitMillis) {
        Forward forward = (Forward) ephemeral(query, 20_000);
        assertThat(forward.query().raw()).isEqualTo(sent);
        assertThat(forward.parks()).isEqualTo(waitMillis != null);
        forward.waitMillis().ifPresent(millis -> assertThat(millis).isEqualTo(waitMillis));
    }

    @Test
    void what_the_broker_cannot_read_must_not_be_changed_where_its_default_is_within_the_bound() {
        assertThat(((Forward) ephemeral("wait=true&timeout=soon", MAX_WAIT))
                        .query()
                        .raw())
                .isEqualTo("wait=true&timeout=soon");
    }

    /// The broker would take the last of them.
    @ParameterizedTest
    @ValueSource(strings = {"queue=a&queue=b", "queue=a&%71ueue=b", "partition=&partition=p", "group=g&group=%00"})
    void a_name_given_twice_must_not_be_judged_by_the_one_that_does_not_count(String query) {
        assertThat(((Refused) ephemeral(query, MAX_WAIT)).text()).contains("more than once");
        assertThat(pop(query)).isInstanceOf(Forward.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "batch=1&batch=2",
                "wait=true&%77ait=true",
                "timeout=1&timeout=1",
                "limit=1&limit=1",
                "leaseSeconds=1&leaseSeconds=90000"
            })
    void a_parameter_given_twice_must_not_reach_the_broker(String query) {
        assertThat(((Refused) pop(query)).text()).contains("more than once").doesNotContain("timeout", "connection");
        if (query.startsWith("limit")) {
            assertThat(list("/api/v1/messages", query)).isInstanceOf(Refused.class);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"/api/v1/messages", "/api/v1/dlq", "/api/v1/status/queues", "/api/v1/traces/names"})
    void a_listing_must_not_return_everything_a_tenant_retains(String path) {
        assertThat(((Refused) list(path, "limit=1001")).text()).contains("limit", "1000");
        assertThat(list(path, "limit=%2B1001")).isInstanceOf(Refused.class);
        assertThat(list(path, "limit=1000")).isInstanceOf(Forward.class);
        assertThat(list(path, "limit=x")).isInstanceOf(Forward.class);
        assertThat(list(path, "")).isInstanceOf(Forward.class);
    }

    @Test
    void other_routes_keep_their_query() {
        RawQuery query = query("limit=5000&batch=99999&wait=true");
        Forward forward = (Forward) QueryRules.apply(
                route("/api/v1/consumer-groups"), "/api/v1/consumer-groups", query, MAX_BATCH, MAX_WAIT);
        assertThat(forward.query()).isSameAs(query);
        assertThat(forward.parks()).isFalse();
    }

    private static Outcome pop(String query) {
        String path = "/api/v1/pop/queue/orders";
        return QueryRules.apply(route(path), path, query(query), MAX_BATCH, MAX_WAIT);
    }

    private static Outcome ephemeral(String query, long maxWait) {
        String path = "/api/v1/ephemeral/pop";
        return QueryRules.apply(route(path), path, query(query), MAX_BATCH, maxWait);
    }

    private static Outcome list(String path, String query) {
        return QueryRules.apply(route(path), path, query(query), MAX_BATCH, MAX_WAIT);
    }

    private static Route route(String path) {
        return Classifier.classify("GET", path);
    }

    private static RawQuery query(String raw) {
        return new RawQuery(raw);
    }
}
