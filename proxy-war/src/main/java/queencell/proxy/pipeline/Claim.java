package queencell.proxy.pipeline;

import queencell.proxy.inspect.PushItems;
import queencell.proxy.limit.MonthHold;
import queencell.proxy.registry.Reservation;

/// What a request took before it was sent, to be settled when its answer is known.
///
/// @param items the messages it wants stored; their answers are counted against them
/// @param charged tokens taken of the message bucket
/// @param storageBytes what the storage estimate was charged
/// @param month room that the monthly quota keeps for them
/// @param bytesIn length of the body if it was read, else 0
record Claim(PushItems items, long charged, long storageBytes, Reservation reservation, MonthHold month, long bytesIn) {

    static final Claim NOTHING = holding(MonthHold.NOTHING);

    /// Nothing but room in the month.
    static Claim holding(MonthHold month) {
        return new Claim(PushItems.NONE, 0, 0, Reservation.NOTHING, month, 0);
    }

    Claim withBytesIn(long length) {
        return new Claim(items, charged, storageBytes, reservation, month, length);
    }
}
