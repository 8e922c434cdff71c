package queencell.listener;

/// Decides how a request is run. Called on the event loop for every request: it must not block, and must make a
/// plan for any target (total function). The body must not be touched here.
@FunctionalInterface
public interface RequestPlanner {

    RequestPlan plan(Inbound head);
}
