package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;

/// When a quota blocks, releases and is announced, against a real PostgreSQL with the real functions (control plane,
/// 14.2).
class MonthlyQuotaIT {
    private static final PxdbServer SERVER = PxdbServer.running();

    @TempDir
    private Path folder;

    private QuotaScene scene;

    @BeforeEach
    void make() {
        scene = new QuotaScene(folder);
    }

    @Test
    void each_level_is_reached_exactly_at_its_bound_and_announced_once() {
        scene.limit(1000);
        scene.stored(799);
        scene.evaluate();
        assertThat(scene.announced()).isEmpty();
        scene.stored(800);
        scene.evaluate();
        scene.evaluate();
        assertThat(scene.announced()).isEqualTo("cluster_monthly_quota_warning 80");
        scene.stored(999);
        scene.evaluate();
        assertThat(scene.blocked()).isFalse();
        scene.stored(1000);
        scene.evaluate();
        scene.evaluate();
        assertThat(scene.blocked()).isTrue();
        assertThat(scene.announced()).isEqualTo("cluster_monthly_quota_warning 80,cluster_monthly_quota_blocked 100");
    }

    @Test
    void a_restart_blocks_again_at_once_and_announces_nothing_again() {
        scene.limit(10);
        scene.stored(11);
        scene.evaluate();
        assertThat(scene.announced()).isEqualTo("cluster_monthly_quota_blocked 110");

        scene.restart();
        assertThat(scene.blocked()).isFalse();
        scene.evaluate();
        assertThat(scene.blocked()).isTrue();
        scene.limit(12);
        scene.restart();
        scene.evaluate();
        // 91 %, but somebody has announced the worse level
        assertThat(scene.announced()).isEqualTo("cluster_monthly_quota_blocked 110");
        assertThat(scene.blocked()).isFalse();
    }

    @Test
    void a_new_month_begins_at_nothing_and_is_announced_anew() {
        scene.limit(10);
        scene.usage.at(Instant.parse("2027-03-31T23:58:30Z"));
        scene.use(10);
        scene.usage.at(Instant.parse("2027-03-31T23:59:00Z"));
        assertThat(scene.flusher().flush()).isTrue();
        scene.usage.databaseIsGone.set(true);
        scene.use(40);
        scene.usage.at(Instant.parse("2027-03-31T23:59:59Z"));
        scene.evaluate();
        assertThat(scene.used()).as("written and in memory").hasValue(50);
        assertThat(scene.announced()).isEqualTo("cluster_monthly_quota_blocked 100");

        scene.usage.at(Instant.parse("2027-04-01T00:00:00Z"));
        assertThat(scene.flusher().flush())
                .as("the last minute of March goes to the spool")
                .isFalse();
        scene.evaluate();
        assertThat(scene.used()).hasValue(0);
        assertThat(scene.blocked()).isFalse();
        scene.use(12);
        scene.evaluate();
        assertThat(scene.used()).hasValue(12);
        assertThat(scene.blocked()).isTrue();

        scene.usage.databaseIsGone.set(false);
        scene.usage.at(Instant.parse("2027-04-01T00:01:00Z"));
        assertThat(scene.flusher().flush()).isTrue();
        scene.evaluate();
        assertThat(scene.used()).hasValue(12);
        assertThat(scene.announced()).isEqualTo("cluster_monthly_quota_blocked 100,cluster_monthly_quota_blocked 120");
    }

    @Test
    void a_lifted_quota_and_a_month_without_use_release_and_a_silent_database_does_not() throws IOException {
        scene.limit(10);
        scene.stored(10);
        scene.evaluate();
        assertThat(scene.blocked()).isTrue();

        Pxdb closed = SERVER.pxdb();
        closed.close();
        MonthlyQuota silent = scene.quota(scene.table(closed));
        assertThatThrownBy(silent::evaluate).isInstanceOf(RuntimeException.class);
        assertThat(scene.blocked()).isTrue();

        // nothing of the month is used
        scene.clear();
        scene.evaluate();
        assertThat(scene.blocked()).isFalse();
        scene.stored(10);
        scene.evaluate();
        assertThat(scene.blocked()).isTrue();
        scene.unlimit();
        scene.evaluate();
        assertThat(scene.blocked()).isFalse();
    }

    @Test
    void a_tenant_that_is_being_deleted_must_not_be_told_of_its_quota() {
        scene.limit(10);
        scene.stored(10);
        SERVER.value("select queen_proxy.set_tenant_status(tenant_id, 'deleting') from queen_proxy.clusters"
                + " where id = '%s'".formatted(scene.usage.cluster));
        scene.evaluate();

        assertThat(scene.announced()).isEmpty();
        assertThat(scene.used()).isEmpty();
    }

    @Test
    void a_quota_of_nothing_is_used_up_at_once() {
        scene.limit(0);
        scene.evaluate();

        assertThat(scene.blocked()).isTrue();
        assertThat(scene.announced()).isEqualTo("cluster_monthly_quota_blocked 100");
    }
}
