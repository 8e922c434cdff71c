package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClusterContextTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            active,    active,       ACTIVE
            active,    push_blocked, PUSH_BLOCKED
            grace,     active,       PUSH_BLOCKED
            grace,     suspended,    SUSPENDED
            suspended, active,       SUSPENDED
            suspended, deleting,     DELETING
            deleting,  suspended,    DELETING
            active,    frozen,       SUSPENDED
            '',        active,       SUSPENDED
            push_blocked, active,    SUSPENDED
            active,    grace,        SUSPENDED
            """)
    void the_worse_of_tenant_and_cluster_counts(String tenant, String cluster, EffectiveStatus expected) {
        assertThat(EffectiveStatus.worse(tenant, cluster)).isEqualTo(expected);
    }

    @Test
    void only_suspended_and_deleting_refuse_everything() {
        assertThat(EffectiveStatus.ACTIVE.refusesEverything()).isFalse();
        assertThat(EffectiveStatus.PUSH_BLOCKED.refusesEverything()).isFalse();
        assertThat(EffectiveStatus.SUSPENDED.refusesEverything()).isTrue();
        assertThat(EffectiveStatus.DELETING.refusesEverything()).isTrue();
    }

    @Test
    void a_cell_secret_must_not_reach_a_log() {
        UUID id = new UUID(0, 1);
        var context = new ClusterContext(
                id,
                id,
                id,
                "acme",
                "http://10.0.0.1:6632//",
                CellSecret.of("s3cr3t"),
                EffectiveStatus.ACTIVE,
                EffectiveLimits.unlimited(),
                Features.none());
        assertThat(context.toString()).contains("CellSecret[…]").doesNotContain("s3cr3t");
        assertThat(context.baseUrl()).isEqualTo("http://10.0.0.1:6632");
    }
}
