package queencell.proxy.cluster;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import java.util.UUID;

/// `queen_proxy.cells`: where a broker stands and the secret it is spoken to with.
@Entity
@Table(schema = "queen_proxy", name = "cells")
public class CellRow {
    @Id
    private UUID id;

    @Column(nullable = false)
    private String slug;

    @Column(name = "base_url", nullable = false)
    private String baseUrl;

    @Column(name = "cell_secret")
    private String cellSecret;

    protected CellRow() {} // for JPA

    String slug() {
        return slug;
    }

    String baseUrl() {
        return baseUrl;
    }

    String cellSecret() {
        return cellSecret;
    }
}
