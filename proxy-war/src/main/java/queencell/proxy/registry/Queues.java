package queencell.proxy.registry;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import queencell.proxy.database.Pxdb;
import queencell.proxy.registry.Persister.Row;

/// Reads and writes `queen_proxy.queues`. Blocks.
public final class Queues {
    private final Pxdb pxdb;

    public Queues(Pxdb pxdb) {
        this.pxdb = pxdb;
    }

    /// The living queues of a cluster: name and partition count.
    public Map<String, Integer> of(UUID cluster) {
        return pxdb.read(entities -> {
            Map<String, Integer> counts = new HashMap<>();
            entities.createQuery(
                            "select q.name, q.partitionsCount from QueueRow q"
                                    + " where q.clusterId = :cluster and q.deletedAt is null",
                            Object[].class)
                    .setParameter("cluster", cluster)
                    .getResultStream()
                    .forEach(row -> counts.put((String) row[0], (Integer) row[1]));
            return counts;
        });
    }

    /// Brings the rows of a cluster in line with its broker, in one transaction: these counts hold, and these names are
    /// gone. A lower count holds only where the row still is as it was read: another proxy may have raised it.
    ///
    /// @param read name → count, as the rows were read
    void reconcile(UUID cluster, Map<String, Integer> read, Map<String, Integer> counts, Set<String> gone) {
        List<String> names = counts.keySet().stream().sorted().toList();
        pxdb.writeJdbc(connection -> {
            try (var raise = connection.prepareStatement("""
                            insert into queen_proxy.queues as stored (cluster_id, name, partitions_count)
                            select c.id, given.name, given.count
                              from unnest(?::text[], ?::int[]) as given(name, count)
                              join queen_proxy.clusters c on c.id = ?
                             where btrim(given.name) <> ''
                             order by given.name
                                on conflict (cluster_id, name) where deleted_at is null
                                do update set partitions_count = excluded.partitions_count
                                where stored.partitions_count < excluded.partitions_count
                            """);
                    var lower = connection.prepareStatement("""
                            update queen_proxy.queues as stored set partitions_count = given.count
                              from unnest(?::text[], ?::int[], ?::int[]) as given(name, count, read)
                             where stored.cluster_id = ? and stored.name = given.name and stored.deleted_at is null
                               and stored.partitions_count = given.read and given.count < given.read
                            """);
                    var sweep = connection.prepareStatement("""
                            update queen_proxy.queues set deleted_at = now()
                             where cluster_id = ? and deleted_at is null and name = any(?)
                            """)) {
                raise.setArray(1, connection.createArrayOf("text", names.toArray()));
                raise.setArray(
                        2,
                        connection.createArrayOf(
                                "int4", names.stream().map(counts::get).toArray()));
                raise.setObject(3, cluster);
                raise.executeUpdate();
                lower.setArray(1, connection.createArrayOf("text", names.toArray()));
                lower.setArray(
                        2,
                        connection.createArrayOf(
                                "int4", names.stream().map(counts::get).toArray()));
                lower.setArray(
                        3,
                        connection.createArrayOf(
                                "int4",
                                names.stream()
                                        .map(name -> read.getOrDefault(name, 0))
                                        .toArray()));
                lower.setObject(4, cluster);
                lower.executeUpdate();
                sweep.setObject(1, cluster);
                sweep.setArray(2, connection.createArrayOf("text", gone.toArray()));
                sweep.executeUpdate();
            }
        });
    }

    /// Makes each row at least this count, in one statement. Rows of clusters that are gone, and names that the table
    /// cannot hold, are left out: one of them must not keep all others from being written.
    void raise(Map<Row, Integer> counts) {
        // in one order everywhere, so that two proxies cannot wait for each other
        List<Map.Entry<Row, Integer>> rows = counts.entrySet().stream()
                .sorted(Comparator.comparing((Map.Entry<Row, Integer> entry) ->
                                entry.getKey().cluster().toString())
                        .thenComparing(entry -> entry.getKey().queue()))
                .toList();
        pxdb.writeJdbc(connection -> {
            try (var statement = connection.prepareStatement("""
                    insert into queen_proxy.queues as stored (cluster_id, name, partitions_count)
                    select given.cluster_id, given.name, max(given.count)
                      from unnest(?::uuid[], ?::text[], ?::int[]) as given(cluster_id, name, count)
                      join queen_proxy.clusters c on c.id = given.cluster_id
                     where btrim(given.name) <> ''
                     group by given.cluster_id, given.name
                     order by given.cluster_id, given.name
                        on conflict (cluster_id, name) where deleted_at is null
                        do update set partitions_count = excluded.partitions_count
                        where stored.partitions_count < excluded.partitions_count
                    """)) {
                statement.setArray(
                        1,
                        connection.createArrayOf(
                                "uuid",
                                rows.stream().map(row -> row.getKey().cluster()).toArray()));
                statement.setArray(
                        2,
                        connection.createArrayOf(
                                "text",
                                rows.stream().map(row -> row.getKey().queue()).toArray()));
                statement.setArray(
                        3,
                        connection.createArrayOf(
                                "int4", rows.stream().map(Map.Entry::getValue).toArray()));
                statement.executeUpdate();
            }
        });
    }
}
