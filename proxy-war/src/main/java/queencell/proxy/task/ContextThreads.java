package queencell.proxy.task;

import jakarta.enterprise.concurrent.ContextService;
import java.util.concurrent.Executor;
import java.util.function.Consumer;

/// Runs each task on a new virtual thread that has the application's context (class loader, naming, security).
///
/// The context is captured once. A `ManagedExecutorService` captures it at every submission, twice with virtual
/// threads, and on this server each time searches the class path for service files: more CPU time than a request.
final class ContextThreads implements Executor {
    private final Consumer<Runnable> inContext;

    private ContextThreads(Consumer<Runnable> inContext) {
        this.inContext = inContext;
    }

    /// With the context of the calling thread.
    static ContextThreads of(ContextService contexts) {
        return new ContextThreads(contexts.contextualConsumer(Runnable::run));
    }

    @Override
    public void execute(Runnable task) {
        Thread.startVirtualThread(() -> inContext.accept(task));
    }
}
