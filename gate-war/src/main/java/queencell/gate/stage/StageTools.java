package queencell.gate.stage;

import java.time.InstantSource;
import queencell.broker.BrokerClient;
import queencell.gate.counter.Counters;

/// What all stages of a process share.
///
/// @param kvNamespace where the counters are, for charges that ride in a transaction
/// @param clock the broker's, as far as it is known
/// @param wall ours, for stamps and records
public record StageTools(
        BrokerClient broker,
        Counters counters,
        LeaseKeeper leases,
        Turns turns,
        Sleepers sleepers,
        TraceRing traces,
        StoreChecks checks,
        StageSettings settings,
        String kvNamespace,
        InstantSource clock,
        InstantSource wall) {}
