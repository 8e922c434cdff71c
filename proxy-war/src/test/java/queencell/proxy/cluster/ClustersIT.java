package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.route.Feature;

/// Against a real PostgreSQL with the real schema.
class ClustersIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final Pxdb PXDB = SERVER.shared();

    @Test
    void everything_the_data_path_needs_comes_with_one_look_up() {
        UUID id = SERVER.cluster("look-up");
        SERVER.execute("select queen_proxy.set_limit_override('%s', '{\"max_queues\": null, \"max_req_per_sec\": 7}')"
                .formatted(id));

        ClusterContext found =
                new Clusters(PXDB, Optional.empty()).bySlug("look-up").orElseThrow();

        assertThat(found.id()).isEqualTo(id);
        assertThat(found.baseUrl()).isEqualTo("http://127.0.0.1:1");
        assertThat(found.cellSecret().authorization()).contains("Bearer secret");
        assertThat(found.status()).isEqualTo(EffectiveStatus.ACTIVE);
        assertThat(found.limits().maxQueues()).isEmpty();
        assertThat(found.limits().requestRate()).contains(new Rate(7, 25));
        assertThat(found.limits().maxRetainedBytes()).hasValue(1_073_741_824L);
        assertThat(found.features().allows(Feature.KV)).isTrue();
        assertThat(found.features().allows(Feature.STREAMS)).isFalse();
        assertThat(new Clusters(PXDB, Optional.empty()).byId(id)).contains(found);
    }

    @Test
    void a_suspended_tenant_shows_in_its_cluster() {
        UUID id = SERVER.cluster("suspended");
        SERVER.execute("select queen_proxy.set_tenant_status(tenant_id, 'suspended') from queen_proxy.clusters"
                + " where id = '%s'".formatted(id));

        assertThat(new Clusters(PXDB, Optional.empty()).byId(id).orElseThrow().status())
                .isEqualTo(EffectiveStatus.SUSPENDED);
    }

    @Test
    void a_cluster_that_is_being_deleted_must_not_keep_background_tasks_busy() {
        UUID itself = SERVER.cluster("deleting-itself");
        UUID withTenant = SERVER.cluster("deleting-with-tenant");
        var clusters = new Clusters(PXDB, Optional.empty());
        assertThat(clusters.all()).extracting(ClusterContext::id).contains(itself, withTenant);
        SERVER.value("select queen_proxy.set_cluster_status('%s', 'deleting')".formatted(itself));
        SERVER.value("select queen_proxy.set_tenant_status(tenant_id, 'deleting') from queen_proxy.clusters"
                + " where id = '%s'".formatted(withTenant));

        assertThat(clusters.all()).extracting(ClusterContext::id).doesNotContain(itself, withTenant);
        assertThat(clusters.byId(withTenant).orElseThrow().status()).isEqualTo(EffectiveStatus.DELETING);
    }

    @Test
    void a_cluster_of_another_cell_does_not_exist_here() {
        UUID id = SERVER.cluster("elsewhere");

        assertThat(new Clusters(PXDB, Optional.of("cell-elsewhere")).byId(id)).isPresent();
        assertThat(new Clusters(PXDB, Optional.of("cell-of-mine")).byId(id)).isEmpty();
        assertThat(new Clusters(PXDB, Optional.of("cell-of-mine")).bySlug("elsewhere"))
                .isEmpty();
        assertThat(new Clusters(PXDB, Optional.empty()).cells()).contains("cell-elsewhere");
    }
}
