package queencell.listener;

import static queencell.log.Field.field;

import io.netty.channel.EventLoop;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.glassfish.grizzly.CloseListener;
import org.glassfish.grizzly.CloseType;
import org.glassfish.grizzly.Closeable;
import org.glassfish.grizzly.Connection;
import org.glassfish.grizzly.IOEvent;
import queencell.log.EventLog;

/// Looks behind the servlet API for the connection of a request, which alone tells that a client has left and
/// can be cut. The only class that knows Payara's inside: where it does not fit, disconnects show at the next
/// write and a broken relay ends like a whole one; a warning says so once.
final class GrizzlyConnection {

    private static final EventLog LOG = EventLog.of("edge");
    private static final AtomicBoolean WARNED = new AtomicBoolean();

    /// Payara stops listening for reads while a request is suspended, somewhat after it was.
    private static final long SUSPENDED_AFTER_MILLIS = 100;

    private final Optional<Object> connection;
    private volatile boolean over;
    private Optional<Object> listener = Optional.empty();

    private GrizzlyConnection(Optional<Object> connection) {
        this.connection = connection;
    }

    static GrizzlyConnection of(HttpServletRequest request) {
        try {
            Object catalina = call(request, "getUnwrappedCoyoteRequest");
            Object coyote = call(catalina, "getCoyoteRequest");
            Object packet = call(coyote, "getRequest");
            return new GrizzlyConnection(Optional.of(call(packet, "getConnection")));
        } catch (ReflectiveOperationException | RuntimeException | LinkageError other) {
            if (WARNED.compareAndSet(false, true)) {
                LOG.warn("disconnects_not_seen", field("because", other.toString()));
            }
            return new GrizzlyConnection(Optional.empty());
        }
    }

    private static Object call(Object target, String name) throws ReflectiveOperationException {
        for (Class<?> type = target.getClass(); type != null; type = type.getSuperclass()) {
            for (Method method : type.getDeclaredMethods()) {
                if (method.getName().equals(name) && method.getParameterCount() == 0) {
                    method.setAccessible(true);
                    return method.invoke(target);
                }
            }
        }
        throw new NoSuchMethodException(target.getClass().getName() + "." + name);
    }

    /// Runs `gone` when the connection ends before [#forget()], whoever ends it.
    void whenClosed(Runnable gone) {
        connection.ifPresent(known -> {
            CloseListener<Closeable, CloseType> told = (_, _) -> gone.run();
            listener = Optional.of(told);
            ((Connection<?>) known).addCloseListener(told);
        });
    }

    /// The request is over; the connection may carry the next one.
    void forget() {
        over = true;
        connection.ifPresent(known ->
                listener.ifPresent(told -> ((Connection<?>) known).removeCloseListener((CloseListener<?, ?>) told)));
    }

    /// Makes the end of the client's stream visible while the request is suspended.
    void watch(EventLoop loop) {
        connection.ifPresent(known ->
                loop.schedule(() -> readAgain((Connection<?>) known), SUSPENDED_AFTER_MILLIS, TimeUnit.MILLISECONDS));
    }

    private void readAgain(Connection<?> known) {
        try {
            if (!over) {
                known.enableIOEvent(IOEvent.READ);
            }
        } catch (IOException closed) {
            LOG.debug("connection_ended_before");
        }
    }

    void cut() {
        connection.ifPresent(known -> ((Connection<?>) known).terminate());
    }
}
