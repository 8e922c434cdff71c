package queencell.proxy.route;

/// What a route is about, which decides who may use it and when it is refused (pipeline, 5.2 and 6.6).
public sealed interface RouteClass {

    /// The classes that no plan flag opens.
    enum Plain implements RouteClass {
        PRODUCE,
        CONSUME,
        QUEUE_ADMIN,
        READ,
        /// Describes the whole cell; for live operators only, absent for everybody else.
        OPERATOR,
        /// Absent for everybody: 404 `route_blocked`.
        BLOCKED
    }

    /// Open only when the plan names the feature.
    record Gated(Feature feature, Half half) implements RouteClass {}

    /// How a gated route meets a push block.
    enum Half {
        /// Never blocked by a quota; any scope or role may use it.
        READ,
        /// Blocked like a push.
        GROW,
        /// Writes, and is never blocked by a quota: it is how a tenant gets out of one.
        OPEN,
        /// Blocked only if the body grows something (5.4).
        MIXED
    }
}
