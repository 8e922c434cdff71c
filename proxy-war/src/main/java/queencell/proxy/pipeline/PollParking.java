package queencell.proxy.pipeline;

import static queencell.log.Field.field;

import jakarta.inject.Inject;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.UUID;
import queencell.proxy.limit.ParkedSlots;
import queencell.proxy.limit.Parking;
import queencell.proxy.limit.Parking.Cap;

/// Step 10: a long-poll takes a slot of its cluster and of the cell (pipeline, 7.10). Thread-safe.
@HotPath
public class PollParking {
    private final ParkedSlots slots;
    private final Enforcement enforcement;

    @Inject
    PollParking(ParkedSlots slots, Enforcement enforcement) {
        this.slots = slots;
        this.enforcement = enforcement;
    }

    /// The slot; whoever is given it releases it, whatever happens.
    ParkedSlots.Slot park(Exchange exchange) {
        UUID cluster = exchange.cluster().id();
        OptionalLong cap = exchange.cluster().limits().maxParkedPops();
        if (enforcement.enforces()) {
            return switch (slots.acquire(cluster, cap)) {
                case Parking.Granted granted -> granted.slot();
                case Parking.Refused refused -> {
                    enforcement.limit(exchange, refusal(refused));
                    throw new IllegalStateException("an enforced limit refuses");
                }
            };
        }
        Parking.Granted granted = slots.acquireInShadow(cluster, cap);
        granted.wouldRefuse().ifPresent(refused -> enforcement.limit(exchange, refusal(refused)));
        return granted.slot();
    }

    private static LimitRefusal refusal(Parking.Refused refused) {
        String name = refused.cap() == Cap.CLUSTER ? "max_parked_pops" : "QUEEN_PROXY_CELL_MAX_PARKED";
        return LimitRefusal.shadowable(
                "parked",
                Refusals.parked(name, refused.max()),
                field("scope", refused.cap().name().toLowerCase(Locale.ROOT)),
                field("max", refused.max()),
                field("retry_after_s", 5));
    }
}
