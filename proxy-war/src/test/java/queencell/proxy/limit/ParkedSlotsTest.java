package queencell.proxy.limit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import queencell.proxy.limit.Parking.Cap;
import queencell.proxy.limit.Parking.Granted;
import queencell.proxy.limit.Parking.Refused;

class ParkedSlotsTest {
    private static final UUID A = new UUID(0, 1);
    private static final UUID B = new UUID(0, 2);
    private static final OptionalLong TWO = OptionalLong.of(2);

    private final ParkedSlots slots = new ParkedSlots(3);

    @Test
    void a_cluster_must_not_park_more_than_its_plan_allows() {
        granted(slots.acquire(A, TWO));
        granted(slots.acquire(A, TWO));
        assertThat(slots.acquire(A, TWO)).isEqualTo(new Refused(Cap.CLUSTER, 2));
        assertThat(slots.parkedInCell()).as("a refusal touches no gauge").isEqualTo(2);
        granted(slots.acquire(B, TWO));
        assertThat(slots.acquire(B, TWO)).isEqualTo(new Refused(Cap.CELL, 3));
        assertThat(slots.parkedOf(B)).isEqualTo(1);
    }

    @Test
    void zero_allows_no_long_poll_and_absence_any() {
        assertThat(slots.acquire(A, OptionalLong.of(0))).isEqualTo(new Refused(Cap.CLUSTER, 0));
        granted(slots.acquire(A, OptionalLong.empty()));
    }

    @Test
    void a_slot_must_not_be_given_back_twice() {
        ParkedSlots.Slot first = granted(slots.acquire(A, TWO));
        granted(slots.acquire(A, TWO));
        assertThat(first.release()).isTrue();
        assertThat(first.release()).isFalse();
        assertThat(slots.parkedOf(A)).isEqualTo(1);
        assertThat(slots.parkedInCell()).isEqualTo(1);
    }

    @Test
    void shadow_mode_grants_over_the_cap_and_says_so() {
        assertThat(slots.acquireInShadow(A, OptionalLong.of(1)).wouldRefuse()).isEmpty();
        assertThat(slots.acquireInShadow(A, OptionalLong.of(1)).wouldRefuse()).contains(new Refused(Cap.CLUSTER, 1));
        assertThat(slots.acquireInShadow(B, TWO).wouldRefuse()).isEmpty();
        Granted overCell = slots.acquireInShadow(B, TWO);
        assertThat(overCell.wouldRefuse())
                .as("the cell's cap, not the cluster's")
                .contains(new Refused(Cap.CELL, 3));
        assertThat(slots.parkedInCell()).isEqualTo(4);
        overCell.slot().release();
        assertThat(slots.parkedInCell()).isEqualTo(3);
    }

    @Test
    void racing_polls_must_neither_pass_the_cap_nor_leave_a_gauge_behind() throws Exception {
        var cell = new ParkedSlots(50);
        var parked = new AtomicInteger();
        var highest = new AtomicInteger();
        List<Callable<Integer>> pollers = new ArrayList<>();
        for (int poller = 0; poller < 8; poller++) {
            UUID cluster = new UUID(0, poller % 4);
            pollers.add(() -> {
                int granted = 0;
                for (int call = 0; call < 5000; call++) {
                    if (cell.acquire(cluster, OptionalLong.of(1)) instanceof Granted grant) {
                        granted++;
                        highest.accumulateAndGet(parked.incrementAndGet(), Math::max);
                        parked.decrementAndGet();
                        grant.slot().release();
                    }
                }
                return granted;
            });
        }
        int granted = 0;
        try (ExecutorService executor = Executors.newFixedThreadPool(8)) {
            for (Future<Integer> poller : executor.invokeAll(pollers)) {
                granted += poller.get();
            }
        }
        assertThat(granted).isPositive();
        assertThat(highest.get()).isLessThanOrEqualTo(4);
        assertThat(cell.parkedInCell()).isZero();
        assertThat(cell.parkedOf(new UUID(0, 0))).isZero();
    }

    private static ParkedSlots.Slot granted(Parking parking) {
        assertThat(parking).isInstanceOf(Granted.class);
        return ((Granted) parking).slot();
    }
}
