package queencell.proxy.task;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.enterprise.concurrent.ContextService;
import java.lang.reflect.Proxy;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/// Where look-ups run that a request waits for.
class VirtualThreadsTest {
    private static final ThreadLocal<String> CONTEXT = new ThreadLocal<>();

    private final AtomicInteger captures = new AtomicInteger();

    /// Captures [#CONTEXT], as the server's captures class loader, naming and security.
    private final ContextService contexts = (ContextService) Proxy.newProxyInstance(
            ContextService.class.getClassLoader(), new Class<?>[] {ContextService.class}, (_, method, arguments) -> {
                if (!method.getName().equals("contextualConsumer")) {
                    throw new UnsupportedOperationException(method.toString());
                }
                captures.incrementAndGet();
                return inContext(CONTEXT.get(), arguments[0]);
            });

    @SuppressWarnings("unchecked")
    private static Consumer<Object> inContext(String captured, Object action) {
        return argument -> {
            CONTEXT.set(captured);
            ((Consumer<Object>) action).accept(argument);
        };
    }

    private static String contextIn(Executor threads) throws Exception {
        var seen = new CompletableFuture<String>();
        threads.execute(() -> seen.complete(Thread.currentThread().isVirtual() + " " + CONTEXT.get()));
        return seen.get(30, TimeUnit.SECONDS);
    }

    @Test
    void a_look_up_must_run_in_the_context_of_the_application_without_capturing_it_anew() throws Exception {
        CONTEXT.set("the application's");
        Executor threads;
        try {
            threads = VirtualThreads.with(contexts);
        } finally {
            CONTEXT.remove();
        }

        for (int each = 0; each < 20; each++) {
            assertThat(contextIn(threads)).isEqualTo("true the application's");
        }
        assertThat(captures).hasValue(1);
    }
}
