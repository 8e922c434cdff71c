package queencell.listener;

import java.net.InetAddress;
import java.util.Optional;
import java.util.concurrent.Executor;

/// What all connections of one listener share.
final class ListenerCore {

    private final ListenerSettings settings;
    private final Dispatch dispatch;
    private final BodyMemory bodies;
    private volatile boolean draining;

    ListenerCore(ListenerSettings settings, HostedApplication application, RequestPlanner planner, Executor blocking) {
        this.settings = settings;
        this.bodies = BodyMemory.of(settings.name(), settings.edge());
        this.dispatch = new Dispatch(application, planner, blocking);
    }

    String name() {
        return settings.name();
    }

    EdgeSettings edge() {
        return settings.edge();
    }

    boolean secure() {
        return settings.tls().isPresent();
    }

    /// What a refusal of the listener's own says about HTTPS.
    ///
    /// @param known what was read of the head
    Optional<String> hsts(InetAddress peer, InboundHeaders known) {
        return settings.own().hsts(secure(), peer, known);
    }

    /// What bodies that are read may hold.
    BodyMemory bodies() {
        return bodies;
    }

    Dispatch dispatch() {
        return dispatch;
    }

    boolean draining() {
        return draining;
    }

    void beginDraining() {
        draining = true;
    }
}
