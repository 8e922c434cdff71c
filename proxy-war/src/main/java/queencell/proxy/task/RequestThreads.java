package queencell.proxy.task;

import jakarta.annotation.Resource;
import jakarta.enterprise.concurrent.ContextService;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;

/// Makes the one [VirtualThreads] of this process.
@ApplicationScoped
public class RequestThreads {
    @Resource
    private ContextService contexts;

    @Produces
    @Singleton
    public VirtualThreads virtualThreads() {
        return new VirtualThreads(ContextThreads.of(contexts));
    }
}
