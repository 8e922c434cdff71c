package queencell.proxy.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import queencell.metric.Metrics;
import queencell.proxy.cluster.LookupCache.Answer;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;

/// Against a real PostgreSQL with the real schema.
class KeyRingIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static Pxdb pxdb;

    private final KeyRing ring = new KeyRing(
            Optional.of(new ApiKeys(pxdb)),
            Duration.ofMinutes(10),
            Duration.ofSeconds(10),
            Runnable::run,
            System::nanoTime,
            Metrics.registry());

    @BeforeAll
    static void open() {
        pxdb = SERVER.pxdb();
    }

    @AfterAll
    static void close() throws IOException {
        pxdb.close();
    }

    private static UUID issue(UUID cluster, String key, String scopes) {
        return UUID.fromString(SERVER.value("select queen_proxy.issue_api_key('%s', 'k', '%s', '%s')"
                .formatted(cluster, Credential.hashOf(key), scopes)));
    }

    @Test
    void a_live_key_opens_its_cluster_with_its_scopes() {
        UUID cluster = SERVER.cluster("keys");
        UUID id = issue(cluster, "qk_test_a", "{produce,read}");

        assertThat(ring.find(Credential.hashOf("qk_test_a"), true))
                .isEqualTo(new Answer.Found<>(new ApiKey(id, cluster, Set.of(Scope.PRODUCE, Scope.READ))));
    }

    @Test
    void a_revoked_key_is_refused_with_its_notification() {
        UUID cluster = SERVER.cluster("revoked");
        UUID id = issue(cluster, "qk_test_b", "{produce}");
        String hash = Credential.hashOf("qk_test_b");
        assertThat(ring.find(hash, true)).isInstanceOf(Answer.Found.class);

        SERVER.execute("select queen_proxy.revoke_api_key('%s')".formatted(id));
        ring.clusterChanged(cluster);

        assertThat(ring.find(hash, true)).isInstanceOf(Answer.Missing.class);
    }

    @Test
    void the_use_of_a_key_is_noted() {
        UUID id = issue(SERVER.cluster("used"), "qk_test_c", "{read}");
        ring.find(Credential.hashOf("qk_test_c"), true);
        ring.writeUses();

        assertThat(SERVER.value(
                        "select last_used_at is not null from queen_proxy.api_keys where id = '%s'".formatted(id)))
                .isEqualTo("t");
    }
}
