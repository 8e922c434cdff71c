package queencell.proxy.pipeline;

import jakarta.ws.rs.container.ContainerRequestContext;
import queencell.listener.Inbound;
import queencell.listener.RequestPlan;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.Credential;
import queencell.proxy.cluster.HostName;

/// Whom a request names and what it shows. Read once, by the planner where it needs it: hashing a key costs as much
/// as several steps.
record Shown(HostName host, Credential credential) {

    static Shown in(Inbound inbound, AccessSettings settings) {
        return new Shown(Heads.hostOf(inbound), Heads.credentialOf(inbound, settings));
    }

    /// What the planner has read, or else what stands in the head.
    static Shown of(ContainerRequestContext request, Inbound inbound, AccessSettings settings) {
        if (request.getProperty(RequestPlan.LEARNED) instanceof Shown learned) {
            request.removeProperty(RequestPlan.LEARNED);
            return learned;
        }
        return in(inbound, settings);
    }
}
