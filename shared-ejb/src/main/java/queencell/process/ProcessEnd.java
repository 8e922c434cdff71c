package queencell.process;

import java.util.function.IntConsumer;

/// Ends the process with status 1, in order: what is served is drained first. During a shutdown it does nothing.
public final class ProcessEnd {
    private ProcessEnd() {}

    /// On a thread of its own: called here, the exit would wait for the deployment or the connection that waits for it.
    public static void soon(IntConsumer exit) {
        try {
            Thread.ofPlatform().name("process-end").daemon().start(() -> exit.accept(1));
        } catch (OutOfMemoryError noThread) {
            Runtime.getRuntime().halt(1);
        }
    }
}
