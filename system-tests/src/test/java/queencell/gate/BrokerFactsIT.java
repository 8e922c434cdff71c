package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.Cell;
import queencell.http.Answer;

/// What the algorithm stands on, held against the broker in use (runtime, 1.1, 1.2 and 23, 61 to 63): a broker that
/// changes one of these facts must not be found out by items that were lost.
class BrokerFactsIT {

    private static final AtomicInteger MADE = new AtomicInteger();
    private static final Duration LEASE = Duration.ofSeconds(2);

    private Cell cell;
    private String queue;

    @BeforeEach
    void names(Cell running) {
        cell = running;
        queue = "facts-%d-%s".formatted(MADE.incrementAndGet(), Long.toString(System.currentTimeMillis(), 36));
    }

    // counters

    private JsonNode kv(String operation) {
        Answer answer = cell.broker("POST", "/api/v1/kv")
                .json(("{'operations':[%s]}".formatted(operation))
                        .replace('\'', '"')
                        .replace("$key", queue))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return answer.json().path("results").path(0);
    }

    private JsonNode increment(int delta, String guards) {
        return kv("{'op':'incr','ns':'facts','key':'$key','delta':%d,'ttlSeconds':1%s}".formatted(delta, guards));
    }

    @Test
    void a_counter_must_neither_saturate_nor_pass_its_ceiling() {
        increment(7, ",'max':10");
        JsonNode refused = increment(4, ",'max':10");
        assertThat(refused.path("applied").asBoolean()).as(refused.toString()).isFalse();
        assertThat(refused.path("value").asLong()).isEqualTo(7);
        assertThat(increment(3, ",'max':10").path("value").asLong()).isEqualTo(10);
    }

    @Test
    void a_window_must_not_be_prolonged_by_those_who_spend_in_it() {
        increment(1, "");
        Awaitility.await()
                .atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(100))
                // spent all the time, and begins anew all the same
                .until(() -> increment(1, "").path("value").asLong() == 1);
    }

    @Test
    void a_guarded_refund_must_not_touch_a_counter_that_has_moved() {
        increment(5, "");
        increment(1, "");
        assertThat(increment(-5, ",'min':0,'max':0").path("applied").asBoolean())
                .isFalse();
        assertThat(increment(-5, ",'min':1,'max':1").path("value").asLong()).isEqualTo(1);
    }

    @Test
    void a_lower_bound_must_guard_the_result_and_not_the_window() {
        String spend = "{'op':'incr','ns':'facts','key':'$key','delta':%d,'ttlSeconds':600,'min':0}";
        // there is no counter: what would be left is less than nothing
        JsonNode absent = kv(spend.formatted(-5));
        assertThat(absent.path("applied").asBoolean()).isFalse();
        kv(spend.formatted(3));
        JsonNode tooFew = kv(spend.formatted(-5));
        assertThat(tooFew.path("applied").asBoolean()).as("not clamped").isFalse();
        kv(spend.formatted(5));
        // whoever has spent it, it is taken from all the same
        assertThat(kv(spend.formatted(-5)).path("value").asLong()).isEqualTo(3);
    }

    @Test
    void a_write_must_replace_the_value_and_its_end() {
        increment(1, "");
        kv("{'op':'put','ns':'facts','key':'$key','value':9,'ttlSeconds':600}");
        JsonNode row = kv("{'op':'get','ns':'facts','key':'$key'}");
        assertThat(row.path("value").asLong()).isEqualTo(9);
        String end = row.path("expiresAt").asText();
        assertThat(increment(1, "").path("value").asLong()).isEqualTo(10);
        assertThat(kv("{'op':'get','ns':'facts','key':'$key'}")
                        .path("expiresAt")
                        .asText())
                .isEqualTo(end);
    }

    // claims

    private record Claim(String lease, List<JsonNode> messages) {
        List<Integer> numbers() {
            return messages.stream()
                    .map(message -> message.at("/data/n").asInt())
                    .toList();
        }
    }

    private void push(int from, int to) {
        String items = IntStream.range(from, to)
                .mapToObj(
                        "{'queue':'$key','partition':'p','transactionId':'$key-%1$d','payload':{'n':%1$d}}"::formatted)
                .collect(Collectors.joining(","));
        Answer answer = cell.broker("POST", "/api/v1/push")
                .json(("{'items':[" + items + "]}").replace('\'', '"').replace("$key", queue))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(201);
    }

    private Claim pop() {
        return pop(LEASE, Duration.ZERO);
    }

    /// @param wait how long the broker may wait for messages
    private Claim pop(Duration lease, Duration wait) {
        JsonNode body = cell.broker(
                        "GET",
                        "/api/v1/pop/queue/%s?batch=100&consumerGroup=g&subscriptionMode=all&leaseSeconds=%d&wait=%s&timeout=%d"
                                .formatted(queue, lease.toSeconds(), !wait.isZero(), wait.toMillis()))
                .send()
                .bodyIfAny();
        var messages = new ArrayList<JsonNode>();
        body.path("messages").forEach(messages::add);
        return new Claim(body.path("leaseId").asText(), messages);
    }

    private Claim awaitClaim(int size) {
        return awaitClaim(size, LEASE);
    }

    private Claim awaitClaim(int size, Duration lease) {
        var found = new ArrayList<Claim>();
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    Claim claim = pop(lease, Duration.ZERO);
                    found.add(claim);
                    return !claim.messages().isEmpty();
                });
        assertThat(found.getLast().messages()).hasSize(size);
        return found.getLast();
    }

    private static String ack(Claim claim, int index, String status) {
        JsonNode message = claim.messages().get(index);
        return "{'type':'ack','transactionId':'%s','partitionId':'%s','status':'%s','consumerGroup':'g','leaseId':'%s','error':'e'}"
                .formatted(
                        message.path("transactionId").asText(),
                        message.path("partitionId").asText(),
                        status,
                        claim.lease());
    }

    private JsonNode settle(Claim claim, String... operations) {
        Answer answer = cell.broker("POST", "/api/v1/transaction")
                .json("{'operations':[%s],'requiredLeases':['%s']}"
                        .formatted(String.join(",", operations), claim.lease())
                        .replace('\'', '"')
                        .replace("$key", queue))
                .send();
        assertThat(answer.status()).as(answer.toString()).isEqualTo(200);
        return answer.json();
    }

    private static void committed(JsonNode answer) {
        assertThat(answer.path("success").asBoolean()).as(answer.toString()).isTrue();
    }

    @Test
    void a_prefix_must_keep_its_lease_and_the_rest_must_come_back_after_it() {
        push(0, 6);
        Claim claim = awaitClaim(6);
        committed(settle(claim, ack(claim, 1, "completed")));
        assertThat(pop().messages()).as("the rest is still leased").isEmpty();
        // under the same lease, in a further transaction
        committed(settle(claim, ack(claim, 3, "completed")));
        assertThat(awaitClaim(2).numbers()).containsExactly(4, 5);
    }

    @Test
    void the_last_message_of_a_prefix_must_stand_for_all_before_it() {
        push(0, 4);
        Claim claim = awaitClaim(4);
        committed(settle(claim, ack(claim, 3, "completed")));
        push(4, 6);
        assertThat(awaitClaim(2).numbers()).containsExactly(4, 5);
    }

    @Test
    void a_claim_that_is_settled_as_a_whole_must_end_its_lease() {
        push(0, 2);
        Claim claim = awaitClaim(2);
        committed(settle(claim, ack(claim, 1, "completed")));
        JsonNode again = settle(claim, ack(claim, 1, "completed"));
        assertThat(again.path("success").asBoolean()).as(again.toString()).isFalse();
        assertThat(again.path("error").asText()).contains("invalid or expired lease");
    }

    @Test
    void a_partition_must_be_offered_again_as_soon_as_its_claim_is_settled() {
        push(0, 2);
        // far longer than this test waits
        Claim claim = awaitClaim(2, Duration.ofSeconds(600));
        push(2, 4);
        assertThat(pop().messages()).as("one claim at a time").isEmpty();
        committed(settle(claim, ack(claim, 1, "completed")));
        assertThat(awaitClaim(2).numbers()).containsExactly(2, 3);
    }

    @Test
    void a_refused_message_and_a_message_given_back_must_be_offered_again_before_the_lease_ends() {
        for (String status : List.of("failed", "retry")) {
            push(0, 1);
            Claim claim = awaitClaim(1);
            // as long as a lease that nobody waits for
            cell.broker("POST", "/api/v1/lease/%s/extend".formatted(claim.lease()))
                    .json("{\"seconds\":600}")
                    .send();
            committed(settle(claim, ack(claim, 0, status)));
            Claim again = awaitClaim(1);
            committed(settle(again, ack(again, 0, "completed")));
            queue = queue + "-2";
        }
    }

    @Test
    void a_failed_message_must_bring_its_whole_claim_back_at_once() {
        push(0, 3);
        // far longer than the claim may take to come back
        Claim claim = awaitClaim(3, Duration.ofSeconds(600));
        committed(settle(claim, ack(claim, 0, "failed")));
        Claim again = pop(LEASE, Duration.ofSeconds(1));
        assertThat(again.numbers()).containsExactly(0, 1, 2);
    }

    private void retryLimitOfOne() {
        Answer answer = cell.broker("POST", "/api/v1/configure")
                .json("{'queue':'$key','options':{'leaseTime':2,'retryLimit':1}}"
                        .replace('\'', '"')
                        .replace("$key", queue))
                .send();
        assertThat(answer.status()).as(answer.toString()).isBetween(200, 201);
    }

    private List<JsonNode> deadLetters() {
        var rows = new ArrayList<JsonNode>();
        cell.broker("GET", "/api/v1/dlq?queue=" + queue)
                .send()
                .json()
                .path("messages")
                .forEach(rows::add);
        return rows;
    }

    @Test
    void a_lease_that_runs_out_must_charge_no_retry() {
        retryLimitOfOne();
        push(0, 1);
        for (int lapsed = 0; lapsed < 3; lapsed++) {
            awaitClaim(1, Duration.ofSeconds(1));
        }
        Claim claim = awaitClaim(1);
        committed(settle(claim, ack(claim, 0, "completed")));
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void work_that_is_given_back_must_charge_no_retry() {
        retryLimitOfOne();
        push(0, 1);
        for (int given = 0; given < 6; given++) {
            Claim claim = awaitClaim(1);
            committed(settle(claim, ack(claim, 0, "retry")));
        }
        Claim claim = awaitClaim(1);
        committed(settle(claim, ack(claim, 0, "completed")));
        assertThat(deadLetters()).isEmpty();
    }

    @Test
    void a_message_that_failed_more_often_than_its_queue_allows_must_be_a_dead_letter() {
        retryLimitOfOne();
        push(0, 1);
        for (int failed = 0; failed < 2; failed++) {
            Claim claim = awaitClaim(1);
            committed(settle(claim, ack(claim, 0, "failed")));
        }
        // written just after the commit
        Awaitility.await()
                .atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(deadLetters()).hasSize(1));
    }

    @Test
    void a_dead_letter_must_leave_the_queue_in_one_step_and_say_so() {
        push(0, 2);
        Claim claim = awaitClaim(2);
        JsonNode settled = settle(claim, ack(claim, 0, "dlq"));
        committed(settled);
        assertThat(settled.at("/results/0/dlq").asBoolean())
                .as(settled.toString())
                .isTrue();
        assertThat(awaitClaim(1).numbers()).containsExactly(1);
    }

    @Test
    void a_duplicate_must_roll_everything_back_without_naming_itself() {
        push(0, 2);
        Claim claim = awaitClaim(2);
        String downstream =
                "{'type':'push','items':[{'queue':'$key-out','partition':'p','transactionId':'%s','payload':{}}]}";
        committed(settle(claim, downstream.formatted("taken")));
        JsonNode refused =
                settle(claim, ack(claim, 1, "completed"), downstream.formatted("fresh"), downstream.formatted("taken"));
        assertThat(refused.path("reason").asText()).as(refused.toString()).isEqualTo("duplicate");
        assertThat(refused.path("error").asText()).contains("QDUP").doesNotContain("taken");
        // neither the ack nor the fresh push happened, and the lease still holds
        committed(settle(claim, ack(claim, 1, "completed"), downstream.formatted("fresh")));
    }

    @Test
    void several_leases_must_be_settled_together_or_not_at_all() {
        push(0, 1);
        Claim one = awaitClaim(1);
        String first = queue;
        queue = queue + "-other";
        push(0, 1);
        Claim two = awaitClaim(1);
        Answer answer = cell.broker("POST", "/api/v1/transaction")
                .json("{'operations':[%s,%s],'requiredLeases':['%s','%s']}"
                        .formatted(ack(one, 0, "completed"), ack(two, 0, "completed"), one.lease(), two.lease())
                        .replace('\'', '"'))
                .send();
        committed(answer.json());
        queue = first;
        assertThat(pop().messages()).isEmpty();
    }
}
