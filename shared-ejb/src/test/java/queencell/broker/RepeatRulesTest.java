package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static queencell.broker.ScriptedTransport.answer;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/// What the client does by itself after a fault (wire, 23.3 and 23.4; runtime, 1.3).
class RepeatRulesTest {

    private static final Exchange NOT_SENT = new Exchange.NotSent("refused");
    private static final Exchange BROKEN = new Exchange.Broken("reset");
    private static final Exchange POOL = answer(500, "{\"error\":\"pool\"}");
    private static final Exchange COMMITTED = answer(200, "{\"success\":true,\"results\":[]}");
    private static final Exchange APPLIED = answer(
            200,
            "{\"results\":[{\"index\":0,\"op\":\"incr\",\"applied\":true,\"key\":\"k\",\"value\":1,\"version\":1}]}");
    private static final Exchange EMPTY = answer(204, "");
    private static final Exchange RENEWED = answer(200, "{\"success\":true,\"renewed\":1}");
    private static final Exchange ACKED =
            answer(200, "[{\"index\":0,\"success\":true,\"error\":null,\"dlq\":false,\"noop\":false}]");
    private static final PopRequest POLL = PopRequest.of("q", "g").waiting(Duration.ofSeconds(30));

    private static final Exchange PAUSED =
            answer(503, "{\"error\":\"kv_unavailable\",\"reason\":\"kv_standalone_paused\"}", "1");
    private static final Exchange READ =
            answer(200, "{\"results\":[{\"found\":false,\"index\":0,\"key\":\"reopen\",\"op\":\"get\"}]}");

    @Test
    void an_increment_whose_answer_is_lost_must_not_be_sent_again() {
        var clients = Clients.answering(BROKEN);
        assertThat(charge(clients)).isEqualTo(new KvAnswer.Failed(new CallFailure.OutcomeUnknown("reset")));
        assertThat(clients.transport.asked).hasSize(1);
    }

    @Test
    void an_increment_that_certainly_was_not_applied_is_the_callers_to_repeat() {
        var clients = Clients.answering(answer(429, "{\"error\":\"rate_limited\",\"reason\":\"rate_limited\"}", "1"));
        assertThat(charge(clients))
                .isInstanceOfSatisfying(
                        KvAnswer.Failed.class,
                        failed -> assertThat(failed.failure())
                                .isInstanceOfSatisfying(
                                        CallFailure.Throttled.class,
                                        throttled ->
                                                assertThat(throttled.after()).isEqualTo(Duration.ofSeconds(1))));
        assertThat(clients.transport.asked).hasSize(1);
    }

    @Test
    void an_increment_may_be_sent_again_when_no_byte_left_this_process() {
        var clients = Clients.answering(NOT_SENT, NOT_SENT, APPLIED);
        assertThat(charge(clients)).isInstanceOf(KvAnswer.Done.class);
        assertThat(clients.pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void a_timeout_inside_the_broker_must_leave_an_increment_unknown() {
        for (String reason : List.of("kv_timeout", "connection", "canceling statement")) {
            var clients =
                    Clients.answering(answer(503, "{\"error\":\"kv_unavailable\",\"reason\":\"" + reason + "\"}", "1"));
            assertThat(charge(clients))
                    .isInstanceOfSatisfying(
                            KvAnswer.Failed.class,
                            failed -> assertThat(failed.failure().certainlyNotApplied())
                                    .as(reason)
                                    .isFalse());
        }
    }

    @Test
    void an_error_of_an_intermediate_must_leave_an_increment_unknown() {
        for (int status : new int[] {500, 502, 503, 504}) {
            var clients = Clients.answering(answer(status, ""));
            assertThat(charge(clients))
                    .isInstanceOfSatisfying(
                            KvAnswer.Failed.class,
                            failed -> assertThat(failed.failure())
                                    .as("%d", status)
                                    .isInstanceOf(CallFailure.OutcomeUnknown.class));
        }
    }

    @Test
    void writes_that_stay_refused_after_an_outage_must_be_reopened_by_a_read() {
        var clients = Clients.answering(PAUSED, READ, APPLIED);
        assertThat(charge(clients)).isInstanceOf(KvAnswer.Done.class);
        assertThat(clients.transport.asked.get(1).body())
                .contains("\"op\":\"get\"")
                .doesNotContain("incr");
        assertThat(clients.pauses).isEmpty();
    }

    @Test
    void an_increment_must_not_be_repeated_for_ever_while_writes_stay_refused() {
        var clients = Clients.answering(PAUSED, READ, PAUSED, READ);
        assertThat(charge(clients))
                .isInstanceOfSatisfying(
                        KvAnswer.Failed.class,
                        failed -> assertThat(failed.failure()).isInstanceOf(CallFailure.Unavailable.class));
        assertThat(clients.transport.asked).hasSize(4);
    }

    @Test
    void a_put_must_pass_by_itself_after_the_read_that_reopens_writes() {
        var clients = Clients.answering(
                PAUSED,
                READ,
                answer(
                        200,
                        "{\"results\":[{\"applied\":true,\"index\":0,\"key\":\"k\",\"op\":\"put\",\"value\":1,\"version\":3}]}"));
        KvAnswer answer = clients.client.kv("gate", List.of(KvOp.Put.of("k", RawJson.of("1"), Expiry.FOREVER)));
        assertThat(answer).isEqualTo(new KvAnswer.Done(List.of(new KvResult.Written("k", 3))));
    }

    @Test
    void a_conditional_put_whose_answer_is_lost_must_not_be_sent_again() {
        var clients = Clients.answering(BROKEN);
        var put = KvOp.Put.of("k", RawJson.of("1"), Expiry.FOREVER).expect(3);
        assertThat(clients.client.kv("gate", List.of(put))).isInstanceOf(KvAnswer.Failed.class);
        assertThat(clients.transport.asked).hasSize(1);
    }

    @Test
    void a_transaction_must_never_be_sent_twice() {
        for (Exchange fault :
                List.of(BROKEN, POOL, answer(503, "{\"error\":\"x\",\"reason\":\"kv_unavailable\"}", "1"))) {
            var clients = Clients.answering(fault);
            assertThat(clients.client.settle(Wire.ackOnly(clients.client))).isNotInstanceOf(Settled.Committed.class);
            assertThat(clients.transport.asked).hasSize(1);
        }
    }

    @Test
    void a_transaction_that_was_never_sent_is_a_definite_failure_and_one_that_broke_is_not() {
        var unreachable = Clients.answering(NOT_SENT, NOT_SENT, NOT_SENT);
        assertThat(unreachable.client.settle(Wire.ackOnly(unreachable.client)))
                .isEqualTo(new Settled.Failed(new CallFailure.Unavailable("refused")));
        var broken = Clients.answering(BROKEN);
        assertThat(broken.client.settle(Wire.ackOnly(broken.client))).isEqualTo(new Settled.Unknown("reset"));
    }

    @Test
    void what_nobody_can_know_about_a_transaction_must_be_unknown() {
        for (Exchange exchange : List.of(
                answer(504, ""),
                answer(502, "<html>"),
                answer(200, "{\"success\":false,\"reason\":\"misaligned\",\"error\":\"x\"}"),
                answer(200, "{\"success\":false,\"reason\":\"db_error\",\"error\":\"connection closed\"}"),
                answer(200, "{\"success\":tr"),
                answer(200, "{}"),
                new Exchange.Unreadable("no HTTP"))) {
            var clients = Clients.answering(exchange);
            assertThat(clients.client.settle(Wire.ackOnly(clients.client)))
                    .as("%s", exchange)
                    .isInstanceOf(Settled.Unknown.class);
        }
    }

    @Test
    void an_error_that_the_database_reports_is_a_definite_failure() {
        var clients =
                Clients.answering(answer(200, "{\"success\":false,\"reason\":\"db_error\",\"error\":\"deadlock\"}"));
        assertThat(clients.client.settle(Wire.ackOnly(clients.client))).isInstanceOf(Settled.Failed.class);
    }

    @Test
    void a_bundle_must_be_usable_once_only() {
        var clients = Clients.answering(COMMITTED);
        Bundle bundle = Wire.ackOnly(clients.client);
        clients.client.settle(bundle);
        assertThatThrownBy(() -> clients.client.settle(bundle)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void a_push_without_ids_must_not_be_repeated_after_it_may_have_been_stored() {
        var clients = Clients.answering(BROKEN);
        assertThat(clients.client.push(Wire.pushes(""))).isInstanceOf(Pushed.Failed.class);
        assertThat(clients.transport.asked).hasSize(1);
    }

    @Test
    void a_push_with_ids_must_be_repeated_at_growing_distance_and_then_given_up() {
        var clients = Clients.answering(BROKEN, POOL, BROKEN);
        assertThat(clients.client.push(Wire.pushes("a"))).isInstanceOf(Pushed.Failed.class);
        assertThat(clients.pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(2));
    }

    @Test
    void a_client_that_has_to_end_must_not_wait_for_a_repetition() {
        var clients = Clients.answering(NOT_SENT);
        clients.client.hurry();
        assertThat(charge(clients))
                .isInstanceOfSatisfying(
                        KvAnswer.Failed.class,
                        failed -> assertThat(failed.failure()).isInstanceOf(CallFailure.Unavailable.class));
        assertThat(clients.transport.asked).hasSize(1);
        var throttled = Clients.answering(answer(429, "", "0.25"));
        throttled.client.hurry();
        assertThat(throttled.client.pop(POLL))
                .isInstanceOfSatisfying(
                        Pop.Failed.class,
                        failed -> assertThat(failed.failure()).isInstanceOf(CallFailure.Throttled.class));
    }

    @Test
    void a_throttled_poll_must_wait_as_long_as_it_takes() {
        Exchange[] script = new Exchange[26];
        Arrays.fill(script, answer(429, "", "0.25"));
        script[25] = EMPTY;
        var clients = Clients.answering(script);
        assertThat(clients.client.pop(POLL)).isInstanceOf(Pop.Empty.class);
        assertThat(clients.pauses).hasSize(25).containsOnly(Duration.ofMillis(250));
    }

    @Test
    void a_throttled_read_must_end_after_ten_attempts_with_growing_waits() {
        Exchange[] script = new Exchange[10];
        Arrays.fill(script, answer(429, "", "Wed, 21 Oct 2026 07:28:00 GMT"));
        var clients = Clients.answering(script);
        assertThat(clients.client.admin().queues()).isInstanceOf(Reply.Failed.class);
        assertThat(clients.pauses)
                .containsExactly(
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1),
                        Duration.ofSeconds(2),
                        Duration.ofSeconds(4),
                        Duration.ofSeconds(8),
                        Duration.ofSeconds(16),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30),
                        Duration.ofSeconds(30));
    }

    @Test
    void a_shedding_broker_must_be_asked_again_in_place_three_times_before_another_is() {
        Exchange shed = answer(503, "{\"error\":\"kv_disabled\",\"reason\":\"kv_disabled\"}", "1");
        var clients = Clients.on(
                BrokerOptions.of("http://a:1,http://b:2").strategy(BackendStrategy.SESSION),
                shed,
                shed,
                shed,
                shed,
                answer(200, "{\"results\":[{\"found\":false,\"index\":0,\"key\":\"k\",\"op\":\"get\"}]}"));
        assertThat(clients.client.kv("gate", List.of(new KvOp.Get("k")))).isInstanceOf(KvAnswer.Done.class);
        assertThat(clients.hosts()).containsExactly("a", "a", "a", "a", "b");
        assertThat(clients.pauses).containsExactly(Duration.ofSeconds(1), Duration.ofSeconds(1), Duration.ofSeconds(1));
    }

    @Test
    void a_throttle_must_not_send_the_call_to_another_broker() {
        var clients = Clients.on(
                BrokerOptions.of("http://a:1", "http://b:2").strategy(BackendStrategy.SESSION),
                answer(429, "", "1"),
                EMPTY);
        clients.client.pop(POLL);
        assertThat(clients.hosts()).containsExactly("a", "a");
    }

    @Test
    void every_broker_must_be_asked_once_and_the_failed_ones_skipped_afterwards() {
        var clients = Clients.on(
                BrokerOptions.of("http://a:1", "http://b:2", "http://c:3").strategy(BackendStrategy.SESSION),
                NOT_SENT,
                BROKEN,
                EMPTY,
                EMPTY);
        assertThat(clients.client.pop(POLL)).isInstanceOf(Pop.Empty.class);
        assertThat(clients.client.pop(POLL)).isInstanceOf(Pop.Empty.class);
        assertThat(clients.hosts()).containsExactly("a", "b", "c", "c");
        assertThat(clients.pauses).isEmpty();
    }

    @Test
    void acks_and_renewals_must_go_to_the_broker_that_gave_the_claim() {
        var clients = Clients.on(BrokerOptions.of("http://a:1", "http://b:2", "http://c:3"), EMPTY);
        clients.client.pop(POLL);
        String home = clients.hosts().getFirst();
        BrokerClient near = clients.client.near(POLL.queue(), POLL.group());
        for (int i = 0; i < 4; i++) {
            clients.transport.answers(COMMITTED, RENEWED, ACKED);
            near.settle(Wire.ackOnly(near));
            near.extend(Wire.LEASE, 10);
            near.within(TimeLimits.DEFAULT).ack("g", List.of(Wire.ACK));
        }
        assertThat(clients.hosts()).hasSize(13).containsOnly(home);
    }

    @Test
    void an_ack_in_a_transaction_that_resolves_nowhere_must_be_counted() {
        var unresolvable = new AtomicInteger();
        var listener = new CallListener() {
            @Override
            public void ackUnresolvable() {
                unresolvable.incrementAndGet();
            }
        };
        for (String error : List.of("ack references unknown transactionId", "ack failed: invalid or expired lease")) {
            var clients = Clients.heardBy(
                    listener,
                    answer(
                            200,
                            "{\"success\":false,\"reason\":\"ack_rejected\",\"error\":\"QTXN %s\"}".formatted(error)));
            clients.client.settle(Wire.ackOnly(clients.client));
        }
        assertThat(unresolvable).hasValue(1);
    }

    @Test
    void an_answer_that_cannot_be_read_must_count_as_none() {
        Exchange found = answer(200, "{\"results\":[{\"found\":false,\"index\":0,\"key\":\"k\",\"op\":\"get\"}]}");
        for (Exchange garbage : List.of(answer(200, "{\"results\":[tr"), new Exchange.Unreadable("no HTTP"))) {
            var clients = Clients.on(
                    BrokerOptions.of("http://a:1", "http://b:2").strategy(BackendStrategy.SESSION),
                    garbage,
                    found,
                    found);
            var read = List.of(new KvOp.Get("k"));
            assertThat(clients.client.kv("gate", read)).isInstanceOf(KvAnswer.Done.class);
            assertThat(clients.client.kv("gate", read)).isInstanceOf(KvAnswer.Done.class);
            assertThat(clients.hosts()).as("passed over afterwards").containsExactly("a", "b", "b");
        }
    }

    @Test
    void an_increment_whose_answer_cannot_be_read_must_not_be_sent_again() {
        var clients = Clients.answering(answer(200, "{\"results\":[tr"));
        assertThat(charge(clients))
                .isInstanceOfSatisfying(
                        KvAnswer.Failed.class,
                        failed -> assertThat(failed.failure()).isInstanceOf(CallFailure.OutcomeUnknown.class));
        assertThat(clients.transport.asked).hasSize(1);
    }

    @Test
    void a_refusal_must_neither_be_repeated_nor_blamed_on_the_broker() {
        var failed = new ArrayList<String>();
        var clients = Clients.heardBy(
                new CallListener() {
                    @Override
                    public void backendFailed(String backend, String cause) {
                        failed.add(backend);
                    }
                },
                answer(403, "{\"error\":\"suspended\",\"code\":\"cluster_suspended\"}"));
        assertThat(clients.client.pop(POLL)).isInstanceOfSatisfying(Pop.Refused.class, refused -> {
            assertThat(refused.refusal().code()).isEqualTo("cluster_suspended");
            assertThat(refused.refusal().endsConsumer()).isTrue();
        });
        assertThat(clients.transport.asked).hasSize(1);
        assertThat(failed).isEmpty();
    }

    @Test
    void an_ack_refused_because_the_database_is_down_must_be_sent_once_more() {
        var clients = Clients.answering(
                answer(200, "[{\"index\":0,\"success\":false,\"error\":\"pool\"}]"),
                answer(200, "[{\"index\":0,\"success\":true,\"error\":null,\"dlq\":false,\"noop\":true}]"));
        assertThat(clients.client.ack("g", List.of(Wire.ACK)))
                .isEqualTo(new Acked.Answered(List.of(new Acked.Accepted(true, false))));
    }

    @Test
    void a_renewal_must_give_up_before_the_next_one_is_due() {
        var clients = Clients.answering(BROKEN, BROKEN, BROKEN);
        assertThat(clients.client.extend(Wire.LEASE, 9)).isInstanceOf(Extended.Failed.class);
        assertThat(clients.pauses.stream().reduce(Duration.ZERO, Duration::plus))
                .isLessThan(Duration.ofSeconds(3));
        assertThat(clients.transport.asked.getFirst().request().limit()).isEqualTo(Duration.ofSeconds(3));
    }

    @Test
    void a_push_answer_with_fewer_entries_than_items_must_not_pass_for_success() {
        Exchange one = answer(201, "[{\"index\":0,\"status\":\"queued\"}]");
        assertThat(Clients.answering(one, one, one).client.push(Wire.pushes("a", "b")))
                .isInstanceOf(Pushed.Failed.class);
    }

    @Test
    void a_claim_that_cannot_be_read_must_not_look_like_nothing() {
        var clients =
                Clients.answering(answer(200, "{\"success\":true,\"messages\":[{\"id\":\"x\",\"data\":{\"a\":}]}"));
        assertThat(clients.client.pop(POLL)).isInstanceOf(Pop.Unreadable.class);
    }

    @Test
    void a_claim_that_cannot_be_read_must_still_name_its_partition() {
        var clients = Clients.answering(answer(
                200,
                "{\"success\":true,\"messages\":[{\"id\":\"x\",\"data\":{\"partition\":\"mine\",\"a\":},"
                        + "\"partitionId\":\"7\",\"partition\":\"ü\\n1\",\"leaseId\":\"l\"}]}"));
        assertThat(clients.client.pop(POLL)).isInstanceOfSatisfying(Pop.Unreadable.class, unreadable -> {
            assertThat(unreadable.partitionId()).isEqualTo("7");
            assertThat(unreadable.partition()).isEqualTo("ü\n1");
        });
    }

    @Test
    void a_claim_that_breaks_off_must_not_be_given_a_partition() {
        var clients = Clients.answering(answer(200, "{\"success\":true,\"messages\":[{\"partition\":\"half"));
        assertThat(clients.client.pop(POLL))
                .isInstanceOfSatisfying(
                        Pop.Unreadable.class,
                        unreadable -> assertThat(unreadable.partition()).isEmpty());
    }

    @Test
    void a_health_probe_must_ask_once() {
        var clients = Clients.answering(NOT_SENT);
        assertThat(clients.client.admin().health()).isInstanceOf(Reply.Failed.class);
        assertThat(clients.transport.asked).hasSize(1);
    }

    @Test
    void a_cancelled_scope_must_end_the_wait_of_a_throttled_poll() {
        var scope = new CallScope();
        scope.cancel();
        var clients = Clients.answering();
        assertThat(clients.client.pop(POLL, scope)).isInstanceOf(Pop.Cancelled.class);
        assertThat(clients.transport.asked).isEmpty();
    }

    private static KvAnswer charge(Clients clients) {
        return clients.client.kv("gate", List.of(Wire.incr("k", 1)));
    }
}
