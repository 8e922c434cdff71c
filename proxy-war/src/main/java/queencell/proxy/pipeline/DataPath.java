package queencell.proxy.pipeline;

import java.util.concurrent.Executor;
import queencell.proxy.forward.Upstream;
import queencell.proxy.registry.QueueRegistry;

/// What a request needs behind the filters; one set for all requests, each part thread-safe.
///
/// @param elsewhere runs what would hold up an event loop
record DataPath(
        BodyGate gate,
        Charges charges,
        QueueRegistry registry,
        OutgoingHead outgoing,
        PollParking parking,
        Upstream upstream,
        Settlement settlement,
        Executor elsewhere,
        LargeBodies largeBodies,
        BodyCap bodyCap) {}
