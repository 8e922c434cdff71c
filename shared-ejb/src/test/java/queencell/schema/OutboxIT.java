package queencell.schema;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/// Events for other systems (control plane, 6.6, 14.2 and 20, question 5).
class OutboxIT {

    @RegisterExtension
    private final World world = new World();

    @Test
    void a_crossing_must_be_announced_once_a_month_and_level() {
        String october = "'{\"cluster_id\": \"c\", \"month\": \"2026-10\"}'";
        assertThat(world.call("emit_outbox('cluster_monthly_quota_warning', %s)".formatted(october))
                        .result())
                .isNotNull();
        assertThat(world.call("emit_outbox('cluster_monthly_quota_warning', %s)".formatted(october))
                        .result())
                .isNull();
        assertThat(world.call("emit_outbox('cluster_monthly_quota_blocked', %s)".formatted(october))
                        .events())
                .hasSize(1);
        assertThat(world.call(
                                "emit_outbox('cluster_monthly_quota_warning', '{\"cluster_id\": \"c\", \"month\": \"2026-11\"}')")
                        .events())
                .hasSize(1);
        assertThat(world.call("emit_outbox('anything', %s)".formatted(october)).events())
                .hasSize(1);
        assertThat(world.call("emit_outbox('anything', %s)".formatted(october)).events())
                .hasSize(1);
    }

    @Test
    void an_event_without_payload_must_be_an_empty_object_and_no_audit_row() {
        var effect = world.call("emit_outbox('anything', NULL)");
        assertThat(effect.events()).containsExactly("anything {}");
        assertThat(effect.operations()).isEmpty();
        assertThat(effect.notifications()).isEmpty();
    }

    @Test
    void an_event_nobody_consumed_must_never_be_pruned() {
        world.run("INSERT INTO queen_proxy.outbox (kind, payload, created_at, consumed_at) VALUES"
                + " ('waiting', '{}', now() - interval '900 days', NULL),"
                + " ('late', '{}', now() - interval '900 days', now() - interval '89 days'),"
                + " ('done', '{}', now() - interval '91 days', now() - interval '91 days')");
        assertThat(world.call("prune_outbox()").result()).isEqualTo("1");
        assertThat(world.column("SELECT kind FROM queen_proxy.outbox ORDER BY kind"))
                .containsExactly("late", "waiting");
        assertThat(world.call("prune_outbox(2147483647)").result()).isEqualTo("0");
    }
}
