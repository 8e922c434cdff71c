package queencell.listener;

import java.util.concurrent.Executor;

/// What all connections of one listener share.
final class ListenerCore {

    private final ListenerSettings settings;
    private final HostedApplication application;
    private final RequestPlanner planner;
    private final Executor blocking;
    private volatile boolean draining;

    ListenerCore(ListenerSettings settings, HostedApplication application, RequestPlanner planner, Executor blocking) {
        this.settings = settings;
        this.application = application;
        this.planner = planner;
        this.blocking = blocking;
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

    HostedApplication application() {
        return application;
    }

    RequestPlanner planner() {
        return planner;
    }

    /// Runs requests that may block.
    Executor blocking() {
        return blocking;
    }

    boolean draining() {
        return draining;
    }

    void beginDraining() {
        draining = true;
    }
}
