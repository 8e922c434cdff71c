package queencell.proxy.meter;

import jakarta.persistence.Column;
import jakarta.persistence.MappedSuperclass;

/// The four counters that every row of usage has, whatever time it stands for.
@MappedSuperclass
public class UsageCounters {
    @Column(nullable = false)
    private long msgs;

    @Column(nullable = false)
    private long reqs;

    @Column(name = "bytes_in", nullable = false)
    private long bytesIn;

    @Column(name = "bytes_out", nullable = false)
    private long bytesOut;

    protected UsageCounters() {} // for JPA
}
