package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.route.Feature;

class EffectiveLimitsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            {}                              | 20
            {"max_queues": 5}               | 5
            {"max_queues": 500}             | 500
            {"max_queues": 0}               | 0
            {"max_queues": -3}              | 0
            {"max_queues": 2147483647}      | 2147483647
            {"max_queues": 2147483648}      | 20
            {"max_queues": 99999999999999999999999999} | 20
            {"max_queues": 1e999999999}     | 20
            {"max_queues": 5.5}             | 20
            {"max_queues": "5"}             | 20
            {"max_queues": true}            | 20
            {"max_queues": {"a": 5}}        | 20
            {"max_queues": [5]}             | 20
            {"other": {"max_queues": 5}}    | 20
            {"max_quues": 5}                | 20
            []                              | 20
            nonsense                        | 20
            ''                              | 20
            """)
    void a_typo_in_an_override_must_not_zero_a_limit(String overrides, long expected) {
        assertThat(merged(Map.of(LimitColumn.MAX_QUEUES, 20L), overrides).maxQueues())
                .hasValue(expected);
    }

    @Test
    void null_lifts_a_limit_and_an_absent_column_is_unlimited() {
        assertThat(merged(Map.of(LimitColumn.MAX_QUEUES, 20L), "{\"max_queues\": null}")
                        .maxQueues())
                .isEmpty();
        assertThat(merged(Map.of(), "{}").maxQueues()).isEmpty();
        assertThat(merged(Map.of(), "{\"max_queues\": 7}").maxQueues()).hasValue(7);
        assertThat(EffectiveLimits.unlimited().limitsAnything()).isFalse();
    }

    @Test
    void bytes_and_the_month_are_64_bits_wide() {
        EffectiveLimits limits = merged(
                Map.of(), "{\"max_retained_bytes\": 9223372036854775807, \"monthly_msgs_quota\": 9223372036854775807}");
        assertThat(limits.maxRetainedBytes()).hasValue(Long.MAX_VALUE);
        assertThat(limits.monthlyMessagesQuota()).hasValue(Long.MAX_VALUE);
    }

    @Test
    void every_column_has_the_name_it_has_in_the_database() {
        assertThat(LimitColumn.values())
                .extracting(LimitColumn::wireName)
                .containsExactly(
                        "max_req_per_sec",
                        "req_burst",
                        "max_msgs_per_sec",
                        "msgs_burst",
                        "max_queues",
                        "max_partitions_per_queue",
                        "max_parked_pops",
                        "max_payload_bytes",
                        "max_batch_items",
                        "max_retained_bytes",
                        "max_retention_seconds",
                        "monthly_msgs_quota");
    }

    @Test
    void a_negative_plan_value_counts_as_zero() {
        assertThat(merged(Map.of(LimitColumn.MAX_PARKED_POPS, -1L), "{}").maxParkedPops())
                .hasValue(0);
    }

    @Test
    void a_rate_without_burst_holds_two_seconds_and_a_burst_without_rate_limits_nothing() {
        assertThat(merged(Map.of(LimitColumn.MAX_REQ_PER_SEC, 5L), "{}").requestRate())
                .contains(new Rate(5, 10));
        assertThat(merged(Map.of(LimitColumn.MAX_REQ_PER_SEC, 5L, LimitColumn.REQ_BURST, 25L), "{}")
                        .requestRate())
                .contains(new Rate(5, 25));
        assertThat(merged(Map.of(LimitColumn.MSGS_BURST, 5L), "{}").messageRate())
                .isEmpty();
        assertThat(merged(Map.of(LimitColumn.MAX_MSGS_PER_SEC, 2147483647L), "{}")
                        .messageRate())
                .contains(new Rate(2147483647L, 4294967294L));
        assertThat(Rate.of(OptionalLong.of(-1), OptionalLong.of(-1))).isEqualTo(Optional.of(new Rate(0, 0)));
        assertThatThrownBy(() -> new Rate(-1, 0)).hasMessageContaining("rate -1/s");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"kv\": \"true\"}",
                "{\"kv\": 1}",
                "{\"kv\": {\"kv\": true}}",
                "[true]",
                "x",
                "",
                "{\"kv\": true"
            })
    void a_feature_that_is_not_plainly_true_must_stay_closed(String features) {
        assertThat(Features.parse(features)).isEqualTo(Features.none());
    }

    @Test
    void a_feature_that_is_true_is_open() {
        Features features = Features.parse("{\"kv\": true, \"streams\": false, \"new\": true, \"timers\": true}");
        assertThat(features.allows(Feature.KV)).isTrue();
        assertThat(features.allows(Feature.TIMERS)).isTrue();
        assertThat(features.open()).hasSize(2);
    }

    private static EffectiveLimits merged(Map<LimitColumn, Long> plan, String overrides) {
        return EffectiveLimits.merge(plan, overrides);
    }
}
