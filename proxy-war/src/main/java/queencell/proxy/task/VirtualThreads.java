package queencell.proxy.task;

import java.util.concurrent.Executor;

/// Runs what may wait, or takes long, away from event loops. Plain object in place of the container's resource, which
/// only container beans can look up.
public record VirtualThreads(Executor executor) {}
