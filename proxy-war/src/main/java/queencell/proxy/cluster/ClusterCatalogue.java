package queencell.proxy.cluster;

import java.sql.SQLException;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Sql;

/// Lists clusters, tenants and cells for people (proxy console, 4.1, 7.6 and 10). Blocks; needs a database.
public final class ClusterCatalogue {
    private static final String CLUSTERS = """
            select c.id, c.slug, c.tenant_id, t.slug as tenant_slug, c.status, c.cell_id, e.slug as cell_slug
            from queen_proxy.clusters c
            join queen_proxy.tenants t on t.id = c.tenant_id
            join queen_proxy.cells e on e.id = c.cell_id
            """;

    private final Databases databases;
    private final Optional<String> cell;

    public record Cell(UUID id, String slug) {}

    public record Tenant(UUID id, String slug, String name) {}

    /// @param cell `QUEEN_PROXY_CELL`, if this proxy serves one cell only
    public ClusterCatalogue(Databases databases, Optional<String> cell) {
        this.databases = databases;
        this.cell = cell;
    }

    /// Every cluster this proxy serves, by tenant slug, then by slug.
    public List<ClusterSummary> all() {
        return Sql.question(
                databases.required(),
                sql -> sql.list(
                        CLUSTERS + "where ? = '' or e.slug = ? order by t.slug collate \"C\", c.slug collate \"C\"",
                        ClusterCatalogue::summary,
                        cell.orElse(""),
                        cell.orElse("")));
    }

    /// These of them, in the same order.
    public List<ClusterSummary> of(Collection<UUID> clusters) {
        return Sql.question(
                databases.required(),
                sql -> sql.list(
                        CLUSTERS + "where c.id = any(?) order by t.slug collate \"C\", c.slug collate \"C\"",
                        ClusterCatalogue::summary,
                        (Object) clusters.toArray(UUID[]::new)));
    }

    /// The clusters of a cell, by slug.
    public List<ClusterSummary> ofCell(UUID cell) {
        return Sql.question(
                databases.required(),
                sql -> sql.list(
                        CLUSTERS + "where c.cell_id = ? order by c.slug collate \"C\"",
                        ClusterCatalogue::summary,
                        cell));
    }

    /// The tenants that have a cluster on a cell, by slug.
    public List<Tenant> tenantsOfCell(UUID cell) {
        return Sql.question(
                databases.required(),
                sql -> sql.list("""
                        select id, slug, name from queen_proxy.tenants
                        where id in (select tenant_id from queen_proxy.clusters where cell_id = ?)
                        order by slug collate "C"
                        """, row -> new Tenant(row.id("id"), row.text("slug"), row.text("name")), cell));
    }

    /// The cell a cluster stands on; empty if the cluster is gone.
    public Optional<Cell> cellOf(UUID cluster) {
        return Sql.question(
                databases.required(),
                sql -> sql.first(
                        "select e.id, e.slug from queen_proxy.cells e join queen_proxy.clusters c on c.cell_id = e.id"
                                + " where c.id = ?",
                        row -> new Cell(row.id("id"), row.text("slug")),
                        cluster));
    }

    /// The code of a cluster's plan; empty if the cluster is gone.
    public Optional<String> planOf(UUID cluster) {
        return Sql.question(
                databases.required(),
                sql -> sql.first(
                        "select p.code from queen_proxy.plans p join queen_proxy.clusters c on c.plan_id = p.id"
                                + " where c.id = ?",
                        row -> row.text("code"),
                        cluster));
    }

    private static ClusterSummary summary(Sql.Row row) throws SQLException {
        return new ClusterSummary(
                row.id("id"),
                row.text("slug"),
                row.id("tenant_id"),
                row.text("tenant_slug"),
                row.text("status"),
                row.id("cell_id"),
                row.text("cell_slug"));
    }
}
