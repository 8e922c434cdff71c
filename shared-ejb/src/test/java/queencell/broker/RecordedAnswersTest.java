package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Every recorded answer of a family that the client reads has a stated outcome here, by its own name: an
/// answer that is added to the file without one fails.
class RecordedAnswersTest {

    private static final Expectations EXPECTED = new Expectations();

    static Stream<Recorded.Pair> readFamilies() {
        return Recorded.all().stream().filter(Outcomes::reads);
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("readFamilies")
    void a_recorded_answer_must_be_understood_as_what_it_is(Recorded.Pair pair) {
        assertThat(Outcomes.of(pair)).as("%s", pair).isEqualTo(EXPECTED.expected(pair));
    }

    @Test
    void an_outcome_that_is_expected_but_not_recorded_means_the_file_lost_a_case() {
        assertThat(readFamilies().map(Recorded.Pair::toString).toList()).containsAll(EXPECTED.names());
    }

    @Test
    void a_claim_must_keep_order_partition_lease_and_the_payload_bytes() {
        Pop pop = Clients.replaying(Recorded.pair("pop", "two-messages")).client.pop(PopRequest.of("run.pop", "g"));
        assertThat(pop).isInstanceOfSatisfying(Pop.Claimed.class, claimed -> {
            Claim claim = claimed.claim();
            assertThat(claim.messages()).extracting(Message::transactionId).containsExactly("m0", "m1");
            assertThat(claim.messages()).extracting(m -> m.data().text()).containsExactly("{\"n\":0}", "{\"n\":1}");
            assertThat(claim.messages()).extracting(Message::partition).containsOnly("eu");
            assertThat(claim.messages()).extracting(Message::leaseId).containsOnly(claim.leaseId());
            assertThat(claim.messages())
                    .allSatisfy(m -> assertThat(m.createdAt()).isPresent());
            assertThat(claim.messages())
                    .allSatisfy(m -> assertThat(m.deliveryAttempt()).isEmpty());
            assertThat(claim.partitionsClaimed()).isEqualTo(1);
            assertThat(claim.queue()).isEqualTo("run.pop");
        });
    }

    @Test
    void messages_of_several_partitions_must_not_be_mixed() {
        Pop pop = Clients.replaying(Recorded.pair("pop", "several-partitions"))
                .client
                .pop(PopRequest.of("run.parts", "g"));
        assertThat(pop)
                .isInstanceOfSatisfying(
                        Pop.Claimed.class,
                        claimed -> assertThat(claimed.claim().byPartition().values())
                                .hasSize(claimed.claim().partitionsClaimed())
                                .allSatisfy(messages -> assertThat(messages)
                                        .extracting(Message::partition)
                                        .containsOnly(messages.getFirst().partition())));
    }

    @Test
    void a_counter_beyond_64_bits_must_stay_exact() {
        KvAnswer answer = Clients.replaying(Recorded.pair("kv", "incr-beyond-int64"))
                .client
                .kv("proofs", List.of(Wire.incr("run:i64", 1)));
        assertThat(answer)
                .isInstanceOfSatisfying(
                        KvAnswer.Done.class,
                        done -> assertThat(done.results().getFirst())
                                .isInstanceOfSatisfying(
                                        IncrResult.Applied.class,
                                        applied -> assertThat(applied.value())
                                                .isEqualTo(new BigInteger("18446744073709551614"))));
    }

    @Test
    void a_refused_increment_must_carry_the_deadline_that_the_same_call_read() {
        KvAnswer answer = Clients.replaying(Recorded.pair("kv", "incr-refused-with-getmany"))
                .client
                .kv("proofs", List.of(Wire.incr("run:c", 4).max(10), new KvOp.GetMany(List.of("run:c", "run:none"))));
        assertThat(answer).isInstanceOfSatisfying(KvAnswer.Done.class, done -> {
            assertThat(done.results().getFirst()).isInstanceOfSatisfying(IncrResult.Refused.class, refused -> {
                assertThat(refused.reason()).isEqualTo("limit");
                assertThat(refused.value()).isEqualTo(BigInteger.valueOf(7));
                assertThat(refused.expiresAt()).isPresent();
            });
            assertThat(done.results().get(1)).isInstanceOfSatisfying(KvResult.Rows.class, rows -> {
                assertThat(rows.missing()).containsExactly("run:none");
                assertThat(rows.rows()).extracting(KvRow::key).containsExactly("run:c");
            });
        });
    }

    @Test
    void a_lost_condition_must_bring_the_current_value_and_version() {
        KvAnswer answer = Clients.replaying(Recorded.pair("kv", "put-version-lost"))
                .client
                .kv(
                        "proofs",
                        List.of(KvOp.Put.of("run:a", RawJson.of("2"), Expiry.FOREVER)
                                .expect(1_000_002)));
        assertThat(answer)
                .isInstanceOfSatisfying(
                        KvAnswer.Done.class,
                        done -> assertThat(done.results())
                                .containsExactly(new KvResult.Lost(
                                        "run:a", "version", RawJson.of("{\"b\":[1,null],\"z\":1}"), 2)));
    }

    @Test
    void a_page_of_a_prefix_must_say_where_the_next_begins() {
        KvAnswer answer = Clients.replaying(Recorded.pair("kv", "get-prefix"))
                .client
                .kv("proofs", List.of(new KvOp.GetPrefix("run:pre/", "", 2, false)));
        assertThat(answer)
                .isInstanceOfSatisfying(
                        KvAnswer.Done.class,
                        done -> assertThat(done.results().getFirst())
                                .isInstanceOfSatisfying(KvResult.Rows.class, page -> {
                                    assertThat(page.truncated()).isTrue();
                                    assertThat(page.nextAfter()).isEqualTo("run:pre/1");
                                    assertThat(page.rows())
                                            .extracting(KvRow::key)
                                            .containsExactly("run:pre/0", "run:pre/1");
                                }));
    }

    @Test
    void a_kv_only_transaction_must_bring_its_counters() {
        var clients = Clients.replaying(Recorded.pair("transaction", "kv-only"));
        Settled settled = clients.client.settle(clients.client
                .bundle()
                .kv("proofs", List.of(Wire.incr("run:t1", 3).max(5))));
        assertThat(settled)
                .isInstanceOfSatisfying(
                        Settled.Committed.class,
                        committed -> assertThat(committed.kv())
                                .singleElement()
                                .isInstanceOfSatisfying(
                                        IncrResult.Applied.class,
                                        applied -> assertThat(applied.value()).isEqualTo(BigInteger.valueOf(3))));
    }

    @Test
    void repeats_inside_a_bundle_must_not_be_taken_for_a_failure() {
        var clients = Clients.replaying(Recorded.pair("transaction", "repeat-inside"));
        assertThat(clients.client.settle(Wire.ackOnly(clients.client))).isInstanceOf(Settled.Committed.class);
    }

    @Test
    void the_queue_listing_must_give_names_bytes_and_kv_usage() {
        Reply<QueueListing> reply = Clients.replaying(Recorded.pair("resources", "queues-cached"))
                .client
                .admin()
                .queues();
        assertThat(reply.found()).hasValueSatisfying(listing -> {
            assertThat(listing.usageKnown()).isTrue();
            assertThat(listing.queues())
                    .containsExactly(new QueueListing.Row("run.dep", "run", "dep", 2, 146, 6, 2, 4));
        });
    }

    @Test
    void a_depth_must_list_every_partition() {
        Reply<Depth> reply = Clients.replaying(Recorded.pair("depth", "group-without-cursor"))
                .client
                .admin()
                .depth("run.dep", "g");
        assertThat(reply.found())
                .contains(new Depth("run.dep", 6, List.of(new Depth.Partition("eu", 3), new Depth.Partition("us", 3))));
    }

    @Test
    void a_dead_letter_must_say_why_and_hold_the_payload() {
        Reply<List<DeadLetter>> reply =
                Clients.replaying(Recorded.pair("dlq", "list")).client.admin().deadLetters("run.msg", "", 100, 0);
        assertThat(reply.found())
                .hasValueSatisfying(letters -> assertThat(letters)
                        .singleElement()
                        .satisfies(letter -> {
                            assertThat(letter.errorMessage()).isEqualTo("why");
                            assertThat(letter.data().text()).isEqualTo("{\"n\":0}");
                            assertThat(letter.failedAt()).isPresent();
                        }));
    }

    @Test
    void an_empty_answer_to_a_long_poll_must_say_how_long_it_took() {
        Pop pop = Clients.replaying(Recorded.pair("pop", "maintenance"))
                .client
                .pop(PopRequest.of("run.ops", "g").waiting(Duration.ofSeconds(5)));
        assertThat(pop).isInstanceOf(Pop.Empty.class);
    }
}
