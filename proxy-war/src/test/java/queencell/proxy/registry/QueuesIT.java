package queencell.proxy.registry;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import javax.sql.DataSource;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.inspect.QueuePartition;
import queencell.proxy.registry.Persister.Row;

/// Against a real PostgreSQL with the real schema.
class QueuesIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final Pxdb PXDB = SERVER.shared();

    @Test
    void a_count_is_raised_and_never_lowered() {
        UUID cluster = SERVER.cluster("raised");
        var queues = new Queues(PXDB);
        queues.raise(Map.of(new Row(cluster, "a"), 3, new Row(cluster, "b"), 1));
        queues.raise(Map.of(new Row(cluster, "a"), 2, new Row(cluster, "b"), 4));

        assertThat(queues.of(cluster)).isEqualTo(Map.of("a", 3, "b", 4));
    }

    @Test
    void one_row_that_cannot_be_stored_must_not_keep_the_others_from_it() {
        UUID cluster = SERVER.cluster("mixed");
        var queues = new Queues(PXDB);
        queues.raise(Map.of(new Row(new UUID(8, 8), "gone"), 1, new Row(cluster, " "), 1, new Row(cluster, "a"), 1));

        assertThat(queues.of(cluster)).containsOnlyKeys("a");
    }

    /// Half surrogate pairs have no bytes in UTF-8: the driver writes `?` for each.
    @Test
    void two_names_that_are_one_in_the_database_must_not_keep_the_others_from_it() {
        UUID cluster = SERVER.cluster("halves");
        var queues = new Queues(PXDB);
        queues.raise(Map.of(new Row(cluster, "h\ud800"), 1, new Row(cluster, "h\ud801"), 2, new Row(cluster, "a"), 1));

        assertThat(queues.of(cluster)).isEqualTo(Map.of("a", 1, "h?", 2));
    }

    @Test
    void a_deleted_queue_may_come_back() {
        UUID cluster = SERVER.cluster("back");
        var queues = new Queues(PXDB);
        queues.raise(Map.of(new Row(cluster, "a"), 3));
        SERVER.execute("update queen_proxy.queues set deleted_at = now() where cluster_id = '%s'".formatted(cluster));
        assertThat(queues.of(cluster)).isEmpty();
        queues.raise(Map.of(new Row(cluster, "a"), 1));

        assertThat(queues.of(cluster)).isEqualTo(Map.of("a", 1));
    }

    @Test
    void a_queue_that_is_written_while_a_reload_reads_the_rows_must_not_be_forgotten() throws IOException {
        UUID cluster = SERVER.cluster("raced");
        var afterRead = new AtomicReference<Runnable>(() -> {});
        DataSource pool = PXDB.pool();
        try (Pxdb watched =
                Pxdb.over(telling(pool, () -> afterRead.getAndSet(() -> {}).run()), RegistryRows.ALL)) {
            var queues = new Queues(watched);
            assertThat(queues.of(cluster)).isEmpty();
            var registry =
                    new QueueRegistry(Optional.of(queues), (_, _) -> Optional.empty(), Runnable::run, System::nanoTime);
            List<QueuePartition> made = List.of(new QueuePartition("made", "0"));
            keep(registry.reserve(cluster, made, Set.of(), Caps.NONE));
            afterRead.set(registry.persister()::flush);
            registry.whenLoaded(cluster, () -> {});

            assertThat(registry.persister().pendingRows()).isZero();
            assertThat(registry.countsOf(cluster).queues()).isOne();
        }
    }

    private static void keep(Admission admission) {
        ((Admission.Admitted) admission).reservation().keep();
    }

    /// The pool, which tells when a connection was given back.
    private static DataSource telling(DataSource pool, Runnable givenBack) {
        return proxy(
                DataSource.class,
                pool,
                (method, result) -> method.equals("getConnection")
                        ? proxy(Connection.class, (Connection) result, (called, answer) -> {
                            if (called.equals("close")) {
                                givenBack.run();
                            }
                            return answer;
                        })
                        : result);
    }

    private static <T> T proxy(Class<T> type, T real, BiFunction<String, Object, Object> after) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (_, method, given) -> {
            try {
                return after.apply(method.getName(), method.invoke(real, given));
            } catch (InvocationTargetException failed) {
                throw failed.getCause();
            }
        }));
    }
}
