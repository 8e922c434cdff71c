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

    @Column(name = "cluster_id")
    private UUID clusterId;

    private String name;

    @Column(name = "partitions_count")
    private int partitionsCount;

    @Column(name = "deleted_at")
    private Timestamp deletedAt;

    protected QueueRow() {} // for JPA
}
