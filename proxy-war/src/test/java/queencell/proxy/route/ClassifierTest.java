package queencell.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.route.Route.PushBlockAsked;
import queencell.proxy.route.RouteClass.Gated;
import queencell.proxy.route.RouteClass.Plain;

class ClassifierTest {
    /// The ordered rules (pipeline, 5.2), each with a path it decides and the neighbours it must not take.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            1 | GET    | /api/v1/status                                    | OPERATOR
            1 | POST   | /api/v1/status/buffers                            | OPERATOR
            1 | GET    | /api/v1/analytics/system-metrics                  | OPERATOR
            1 | GET    | /api/v1/analytics/worker-metrics                  | OPERATOR
            1 | GET    | /api/v1/analytics/postgres-stats                  | OPERATOR
            1 | POST   | /api/v1/system/maintenance                        | OPERATOR
            1 | GET    | /api/v1/system/maintenance/pop                    | OPERATOR
            1 | GET    | /metrics/prometheus                               | OPERATOR
            2 | POST   | /api/v1/migration/start                           | BLOCKED
            2 | GET    | /api/v1/system                                    | BLOCKED
            2 | POST   | /api/v1/system/kv-timers                          | BLOCKED
            2 | POST   | /internal/api/notify                              | BLOCKED
            2 | POST   | /api/v1/stats/refresh                             | BLOCKED
            2 | GET    | /metrics                                          | BLOCKED
            2 | GET    | /status                                           | BLOCKED
            3 | GET    | /api/v1/pop                                       | BLOCKED
            3 | GET    | /api/v1/pop/                                      | BLOCKED
            4 | POST   | /api/v1/push                                      | PRODUCE
            4 | GET    | /api/v1/push                                      | PRODUCE
            33 | POST  | /api/v1/push/                                     | BLOCKED
            5 | POST   | /api/v1/transaction                               | PRODUCE
            6 | GET    | /api/v1/pop/queue/orders                          | CONSUME
            6 | GET    | /api/v1/pop/queue/a%2Fb/partition/eu              | CONSUME
            6 | HEAD   | /api/v1/pop/queue/orders                          | BLOCKED
            6 | POST   | /api/v1/pop/queue/orders                          | BLOCKED
            33 | GET   | /api/v1/pop/other                                 | BLOCKED
            7 | POST   | /api/v1/ack                                       | CONSUME
            7 | POST   | /api/v1/ack/batch                                 | CONSUME
            33 | POST  | /api/v1/ack/other                                 | BLOCKED
            8 | POST   | /api/v1/lease/0198/extend                         | CONSUME
            33 | POST  | /api/v1/lease                                     | BLOCKED
            9 | POST   | /api/v1/fetch                                     | CONSUME
            9 | GET    | /api/v1/fetch                                     | BLOCKED
            10 | POST  | /api/v1/partitions/changed                        | CONSUME
            10 | PUT   | /api/v1/partitions/changed                        | BLOCKED
            11 | POST  | /api/v1/configure                                 | QUEUE_ADMIN
            12 | DELETE | /api/v1/resources/queues/orders                  | QUEUE_ADMIN
            32 | GET   | /api/v1/resources/queues/orders                   | READ
            13 | POST  | /api/v1/messages/p1/t1/retry                      | QUEUE_ADMIN
            13 | GET   | /api/v1/messages/p1/t1/retry                      | BLOCKED
            31 | GET   | /api/v1/messages/p1/retry                         | READ
            15 | DELETE | /api/v1/messages/p1/retry                        | QUEUE_ADMIN
            31 | POST  | /api/v1/messages//t1/retry                        | BLOCKED
            31 | GET   | /api/v1/messages/p1/t1/retry/x                    | READ
            14 | POST  | /api/v1/dlq/7/replay                              | QUEUE_ADMIN
            14 | GET   | /api/v1/dlq/7/replay                              | BLOCKED
            33 | POST  | /api/v1/dlq//replay                               | BLOCKED
            33 | POST  | /api/v1/dlq/7/8/replay                            | BLOCKED
            15 | DELETE | /api/v1/messages/p1/t1                           | QUEUE_ADMIN
            16 | DELETE | /api/v1/dlq                                      | QUEUE_ADMIN
            32 | GET   | /api/v1/dlq                                       | READ
            32 | POST  | /api/v1/dlq                                       | BLOCKED
            17 | DELETE | /api/v1/consumer-groups/g                        | QUEUE_ADMIN
            17 | POST  | /api/v1/consumer-groups/g/queues/q/seek           | QUEUE_ADMIN
            32 | GET   | /api/v1/consumer-groups/lagging                   | READ
            32 | PUT   | /api/v1/consumer-groups/g                         | BLOCKED
            33 | DELETE | /api/v1/consumer-groupsx                         | BLOCKED
            33 | GET   | /streams/v1/cycle                                 | BLOCKED
            33 | POST  | /streams/v1/x                                     | BLOCKED
            33 | GET   | /streams/v1/queries                               | BLOCKED
            32 | GET   | /api/v1/traces                                    | READ
            32 | GET   | /api/v1/traces/names                              | READ
            32 | DELETE | /api/v1/traces/names                             | BLOCKED
            21 | GET   | /api/v1/kv                                        | BLOCKED
            22 | POST  | /api/v1/kv/ns/key                                 | BLOCKED
            22 | HEAD  | /api/v1/kv/ns/key                                 | BLOCKED
            23 | GET   | /api/v1/timers/                                   | BLOCKED
            24 | PUT   | /api/v1/timers/q/k                                | BLOCKED
            30 | GET   | /api/v1/ephemeral/push                            | BLOCKED
            30 | HEAD  | /api/v1/ephemeral/pop                             | BLOCKED
            30 | GET   | /api/v1/ephemeral/queues//depth                   | BLOCKED
            33 | GET   | /api/v1/ephemeral                                 | BLOCKED
            31 | HEAD  | /api/v1/messages                                  | READ
            31 | PUT   | /api/v1/messages                                  | BLOCKED
            32 | POST  | /api/v1/resources/kv/list                         | READ
            32 | POST  | /api/v1/resources/kv/namespaces                   | BLOCKED
            32 | GET   | /api/v1/status/queues                             | READ
            32 | HEAD  | /api/v1/analytics/queue-lag                       | READ
            33 | GET   | /api/v1/statusfoo                                 | BLOCKED
            33 | GET   | /api/v1/unknown                                   | BLOCKED
            33 | GET   | /api/cp/tenants                                   | BLOCKED
            33 | GET   | /api/v1/%70ush                                    | BLOCKED
            33 | GET   | /nowhere                                          | BLOCKED
            34 | GET   | /health                                           | READ
            34 | POST  | /health                                           | READ
            """)
    void a_path_must_not_fall_under_another_rule(int rule, String method, String path, Plain expected) {
        Route route = Classifier.classify(method, path);
        assertThat(route.kind()).as(path).isEqualTo(expected);
        assertThat(route.rule()).as(path).isEqualTo(rule);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            18 | POST   | /streams/v1/cycle                 | STREAMS   | MIXED
            19 | POST   | /streams/v1/queries               | STREAMS   | OPEN
            19 | POST   | /streams/v1/state/get             | STREAMS   | OPEN
            20 | POST   | /api/v1/traces                    | TRACES    | OPEN
            21 | POST   | /api/v1/kv                        | KV        | MIXED
            21 | POST   | /api/v1/kv/                       | KV        | MIXED
            22 | GET    | /api/v1/kv/ns/a/b                 | KV        | READ
            22 | PUT    | /api/v1/kv/ns/key                 | KV        | GROW
            22 | DELETE | /api/v1/kv/ns/key                 | KV        | OPEN
            23 | POST   | /api/v1/timers                    | TIMERS    | MIXED
            24 | GET    | /api/v1/timers/q                  | TIMERS    | READ
            24 | DELETE | /api/v1/timers/q/k                | TIMERS    | OPEN
            25 | POST   | /api/v1/ephemeral/push            | EPHEMERAL | GROW
            26 | POST   | /api/v1/ephemeral/ack             | EPHEMERAL | OPEN
            26 | POST   | /api/v1/ephemeral/configure       | EPHEMERAL | OPEN
            26 | POST   | /api/v1/ephemeral/reset           | EPHEMERAL | OPEN
            27 | GET    | /api/v1/ephemeral/pop             | EPHEMERAL | OPEN
            28 | GET    | /api/v1/ephemeral/queues          | EPHEMERAL | READ
            28 | GET    | /api/v1/ephemeral/queues/q/depth  | EPHEMERAL | READ
            29 | DELETE | /api/v1/ephemeral/queue/q         | EPHEMERAL | OPEN
            """)
    void a_gated_route_must_not_lose_its_gate(
            int rule, String method, String path, Feature feature, RouteClass.Half half) {
        Route route = Classifier.classify(method, path);
        assertThat(route.kind()).as(path).isEqualTo(new Gated(feature, half));
        assertThat(route.rule()).as(path).isEqualTo(rule);
    }

    /// The columns of the expanded table (pipeline, 5.3) that are not the class.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            POST | /api/v1/push                     | BUFFER | AT_GATE | PUSH           | PUSH
            POST | /api/v1/transaction              | BUFFER | BY_BODY | TRANSACTION    | TXN
            GET  | /api/v1/pop/queue/q              | STREAM | NEVER   | POP            | DELIVERY
            POST | /api/v1/ack                      | BUFFER | NEVER   | ACK            | READ
            POST | /api/v1/lease/l/extend           | STREAM | NEVER   | NONE           | READ
            POST | /api/v1/fetch                    | STREAM | NEVER   | NONE           | READ
            POST | /api/v1/configure                | BUFFER | NEVER   | CONFIGURE      | CONFIGURE
            DELETE | /api/v1/resources/queues/q     | STREAM | NEVER   | NONE           | CONFIGURE
            POST | /api/v1/messages/p/t/retry       | STREAM | AT_GATE | RETRY          | CONFIGURE
            POST | /api/v1/dlq/1/replay             | BUFFER | AT_GATE | REPLAY         | CONFIGURE
            POST | /streams/v1/cycle                | BUFFER | BY_BODY | CYCLE          | READ
            POST | /api/v1/kv                       | BUFFER | BY_BODY | KV             | READ
            PUT  | /api/v1/kv/ns/k                  | STREAM | AT_GATE | NONE           | READ
            POST | /api/v1/timers                   | BUFFER | BY_BODY | TIMERS         | READ
            DELETE | /api/v1/timers/q/k             | STREAM | NEVER   | NONE           | READ
            POST | /api/v1/ephemeral/push           | BUFFER | AT_GATE | EPHEMERAL_PUSH | PUSH
            GET  | /api/v1/ephemeral/pop            | STREAM | NEVER   | EPHEMERAL_POP  | DELIVERY
            GET  | /api/v1/dlq                      | STREAM | NEVER   | NONE           | READ
            """)
    void a_route_must_not_be_treated_as_another(
            String method, String path, Route.Body body, PushBlockAsked pushBlock, Special special, OpClass op) {
        Route route = Classifier.classify(method, path);
        assertThat(route.body()).isEqualTo(body);
        assertThat(route.pushBlock()).isEqualTo(pushBlock);
        assertThat(route.special()).isEqualTo(special);
        assertThat(route.op()).isEqualTo(op);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/status/../system/maintenance",
                "/api/v1/status/..%2Fsystem",
                "/api/v1/status/..;x/system",
                "/api/v1/status/%2e%2E/system",
                "/api/v1/status/%2e/system",
                "/api/v1/pop/queue/a%5C..",
                "/api/v1/pop/queue/..\\b",
                "/api/v1/pop/queue/a%00",
                "/api/v1/pop/queue/a\u0000b",
                "/api/v1/pop/queue/."
            })
    void a_path_that_another_hop_reads_differently_must_not_pass(String path) {
        Route route = Classifier.classify("GET", path);
        assertThat(route.isBlocked()).isTrue();
        assertThat(route.rule()).isZero();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/api/v1/pop/queue/a\\b",
                "/api/v1/pop/queue/a..b",
                "/api/v1/pop/queue/...",
                "/api/v1/pop/queue/.a",
                "/api/v1/pop/queue/[x]|{y}^%zz",
                "/api/v1/pop/queue/a;x=1",
                "/api/v1/pop/queue/%252e%252e",
                "/api/v1/pop/queue/\u00e4\u00ff"
            })
    void an_odd_queue_name_must_not_be_refused(String path) {
        assertThat(Classifier.classify("GET", path).kind()).isEqualTo(Plain.CONSUME);
    }

    @Test
    void only_a_path_may_be_blocked_in_any_case_of_letters() {
        assertThat(Classifier.classify("POST", "/api/v1/PUSH").isBlocked()).isTrue();
        assertThat(Classifier.classify("get", "/api/v1/pop/queue/q").isBlocked())
                .isTrue();
    }
}
