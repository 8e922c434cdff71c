package queencell.task;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.concurrent.ThreadFactory;

/// Daemon threads that give way to all others on the machine: for work that fills a core for long and that nobody's
/// request should wait behind. On Linux they run at nice 10, which leaves them a tenth of a core that others want; an
/// idle core is theirs as before. Elsewhere they are plain threads.
public final class YieldingThreads implements ThreadFactory {
    private static final int NICE = 10;
    private static final int THIS_THREAD = 0;
    /// On Linux it means a thread; elsewhere it is the whole process.
    private static final int PRIO_PROCESS = 0;

    private final ThreadFactory threads;

    /// @param name goes before the number in the threads' names
    public YieldingThreads(String name) {
        this.threads = Thread.ofPlatform().name(name, 0).daemon().factory();
    }

    @Override
    public Thread newThread(Runnable work) {
        return threads.newThread(() -> {
            giveWay();
            work.run();
        });
    }

    /// The JVM has no switch for it: Java's priorities count for nothing on Linux unless it runs as root.
    private static void giveWay() {
        if (System.getProperty("os.name").equals("Linux")) {
            try {
                int _ = (int) setPriority().invokeExact(PRIO_PROCESS, THIS_THREAD, NICE);
            } catch (Throwable refused) {
                // native access may be denied: the work is done all the same
            }
        }
    }

    @SuppressWarnings("restricted")
    private static MethodHandle setPriority() {
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().find("setpriority").orElseThrow(),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
    }
}
