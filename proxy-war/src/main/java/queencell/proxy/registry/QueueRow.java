package queencell.proxy.registry;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.sql.Timestamp;
import java.util.UUID;

/// `queen_proxy.queues`: how many partitions a queue is known to have; a cache of the broker's truth that survives us.
@Entity
@Table(schema = "queen_proxy", name = "queues")
public class QueueRow {
    @Id
    private UUID id;

    @Column(name = "cluster_id", nullable = false)
    private UUID clusterId;

    @Column(nullable = false)
    private String name;

    @Column(name = "partitions_count", nullable = false)
    private int partitionsCount;

    @Column(name = "deleted_at")
    private Timestamp deletedAt;

    protected QueueRow() {} // for JPA
}
