package queencell.proxy.task;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// Runs what may wait, or takes long, away from event loops: each task on a new virtual thread that has the
/// application's context (class loader, naming, security).
///
/// The context is captured once. A `ManagedExecutorService` captures it at every submission, twice with virtual
/// threads, and on this server each time searches the class path for service files: more CPU time than a request.
@ApplicationScoped
public class VirtualThreads {
    @Resource
    private ContextService contexts;

    private Executor executor;

    /// For the container, which goes on with [#begin()].
    protected VirtualThreads() {}

    /// With threads of somebody's own, where there is no container.
    public VirtualThreads(Executor executor) {
        this.executor = executor;
    }

    @PostConstruct
    void begin() {
        executor = with(contexts);
    }

    /// A plain object: no call goes through the container's proxy of this bean.
    public Executor executor() {
        return executor;
    }

    /// @param contexts captures the context of the calling thread
    static Executor with(ContextService contexts) {
        Consumer<Runnable> inContext = contexts.contextualConsumer(Runnable::run);
        return task -> Thread.startVirtualThread(() -> inContext.accept(task));
    }
}
