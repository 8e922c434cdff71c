package queencell.proxy.pipeline;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.List;
import queencell.listener.EdgeSettings;
import queencell.listener.Inbound;
import queencell.listener.RequestPlan;
import queencell.listener.RequestPlanner;
import queencell.proxy.access.AccessSettings;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Identities;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.cluster.HostName;
import queencell.proxy.route.Surface;

/// Decides from the head whether a request can run on the event loop: it can when its cluster and its key are known
/// by heart. Otherwise its filters run on a virtual thread, where they may wait for the database. Thread-safe.
public final class ProxyPlanner implements RequestPlanner {
    private static final URI DATA = URI.create("/" + ForwardResource.PATH);
    /// Match no resource, and each stays on its surface: whoever guards that one is asked first.
    private static final URI NOWHERE = URI.create("/nowhere");

    private static final URI NOWHERE_FOR_OPERATORS = URI.create("/api/operator/nowhere");
    private static final URI NOWHERE_IN_THE_CONSOLE = URI.create("/api/console/nowhere");

    private final ClusterDirectory directory;
    private final ClusterSettings clusters;
    private final AccessSettings access;
    private final Identities identities;
    private final EdgeBudget budget;
    private final BodyCap web;

    /// @param exempt beginnings of paths that have no edge timeout
    /// @param web how much of a body is read on the proxy's own paths
    public ProxyPlanner(
            ClusterDirectory directory,
            ClusterSettings clusters,
            AccessSettings access,
            Identities identities,
            UpstreamRules rules,
            EdgeSettings edge,
            List<String> exempt,
            BodyCap web) {
        this.directory = directory;
        this.clusters = clusters;
        this.access = access;
        this.identities = identities;
        this.budget = new EdgeBudget(edge, rules, exempt);
        this.web = web;
    }

    @Override
    public RequestPlan plan(Inbound head) {
        String target = head.target();
        int mark = target.indexOf('?');
        String path = mark < 0 ? target : target.substring(0, mark);
        Surface surface = Surface.of(path);
        if (surface != Surface.DATA_PATH) {
            return ownPath(surface, path, target).blocking();
        }
        Duration timeout = budget.of(head.method(), path, mark < 0 ? "" : target.substring(mark + 1));
        RequestPlan plan = RequestPlan.onDemand(DATA, timeout);
        Shown shown = Shown.in(head, access);
        return isKnownByHeart(shown) ? plan.learned(shown) : plan.learned(shown).blocking();
    }

    /// To strangers the operators' surface is not there, so nobody but an operator has a body read there
    /// ([OperatorBodyFilter]).
    private RequestPlan ownPath(Surface surface, String path, String target) {
        URI uri = parsed(surface, target);
        Duration timeout = budget.ofOwn(path);
        return surface == Surface.OPERATOR_API
                ? RequestPlan.heldBack(uri, timeout)
                : RequestPlan.collected(uri, web.bytes(), web.setting(), timeout);
    }

    private static URI parsed(Surface surface, String target) {
        try {
            return target.startsWith("//") ? NOWHERE : new URI(target);
        } catch (URISyntaxException noAddressOfOurs) {
            return switch (surface) {
                case OPERATOR_API -> NOWHERE_FOR_OPERATORS;
                case CONSOLE_API -> NOWHERE_IN_THE_CONSOLE;
                default -> NOWHERE;
            };
        }
    }

    private boolean isKnownByHeart(Shown shown) {
        HostName host = shown.host();
        Credential credential = shown.credential();
        if (!identities.knows(credential)) {
            return false;
        }
        return clusters.shares(host)
                ? identities.clusterOf(credential).filter(directory::knowsId).isPresent()
                : directory.knowsHost(host);
    }
}
