package queencell.proxy.cluster;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.database.Pxdb;

/// Reads clusters with their tenant, cell and plan (pipeline, 3.4), whatever their status: the status gate refuses a
/// suspended one, not the look-up. Blocks. A cluster of another cell than ours does not exist here (A14).
public final class Clusters implements ClusterDirectory.Source {
    private static final String JOINED =
            "select c from ClusterRow c join fetch c.tenant join fetch c.cell join fetch c.plan where ";

    private final Pxdb pxdb;
    private final Optional<String> cell;

    /// @param cell `QUEEN_PROXY_CELL`, if this proxy serves one cell only
    public Clusters(Pxdb pxdb, Optional<String> cell) {
        this.pxdb = pxdb;
        this.cell = cell;
    }

    @Override
    public Optional<ClusterContext> bySlug(String slug) {
        return find("c.slug = :key", slug);
    }

    @Override
    public Optional<ClusterContext> byId(UUID id) {
        return find("c.id = :key", id);
    }

    /// Every cluster that is not being deleted, nor its tenant.
    public List<ClusterContext> all() {
        return pxdb.read(entities -> {
            String ours = cell.isPresent() ? " and c.cell.slug = :cell" : "";
            var query = entities.createQuery(
                    JOINED + "c.status <> 'deleting' and c.tenant.status <> 'deleting'" + ours, ClusterRow.class);
            cell.ifPresent(slug -> query.setParameter("cell", slug));
            return query.getResultStream().map(ClusterRow::toContext).toList();
        });
    }

    /// Slugs of all cells that the database knows; more than one, and this proxy should be told which is its own.
    List<String> cells() {
        return pxdb.read(entities -> entities.createQuery("select c.slug from CellRow c order by c.slug", String.class)
                .getResultList());
    }

    private Optional<ClusterContext> find(String condition, Object key) {
        return pxdb.read(entities -> query(entities, condition, key)).map(ClusterRow::toContext);
    }

    private Optional<ClusterRow> query(EntityManager entities, String condition, Object key) {
        String ours = cell.isPresent() ? " and c.cell.slug = :cell" : "";
        var query = entities.createQuery(JOINED + condition + ours, ClusterRow.class)
                .setParameter("key", key);
        cell.ifPresent(slug -> query.setParameter("cell", slug));
        return query.getResultStream().findFirst();
    }
}
