package queencell.listener;

import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;

/// Brings requests to the application as its planner says: with their body read first or not, on the loop or on a
/// thread that may wait. The same for every host. Thread-safe.
final class Dispatch {
    private static final byte[] NOTHING = {};
    /// Larger than any form for signing in.
    private static final long SMALL = 16 * 1024;

    /// Who holds the bodies of everybody whom nobody has asked for a credential yet. Large ones that nobody finishes
    /// must not take the room of those who sign in.
    private enum OwnPaths {
        SMALL_BODIES,
        LARGE_BODIES
    }

    private final HostedApplication application;
    private final RequestPlanner planner;
    private final Executor blocking;

    /// @param blocking runs requests that may block
    Dispatch(HostedApplication application, RequestPlanner planner, Executor blocking) {
        this.application = application;
        this.planner = planner;
        this.blocking = blocking;
    }

    /// What is to become of this request; empty when that failed, which `port` was told.
    Optional<RequestPlan> plan(Inbound inbound, AnswerPort port) {
        try {
            return Optional.of(planner.plan(inbound));
        } catch (RuntimeException | Error fault) {
            port.failed(fault);
            return Optional.empty();
        }
    }

    /// On the loop of the request.
    ///
    /// @param refuse answers for the application, when the body cannot be had
    void begin(Inbound inbound, RequestPlan plan, AnswerPort port, Consumer<Refusal> refuse) {
        if (plan.body() != BodyMode.COLLECTED || inbound.body().declaredLength() == 0) {
            run(inbound, plan, NOTHING, port);
            return;
        }
        inbound.body().collect(holderOf(inbound.body().declaredLength()), plan.maxBody(), collected -> {
            switch (collected) {
                case Collected.Whole whole -> run(inbound, plan, whole.bytes(), port);
                case Collected.TooLarge _ -> refuse.accept(Refusal.bodyTooLarge(plan.maxBody(), plan.maxBodySetting()));
                case Collected.Incomplete incomplete -> refuse.accept(Refusal.of(incomplete.failure()));
            }
        });
    }

    /// Pieces may become large.
    private static OwnPaths holderOf(long declaredLength) {
        return declaredLength >= 0 && declaredLength <= SMALL ? OwnPaths.SMALL_BODIES : OwnPaths.LARGE_BODIES;
    }

    private void run(Inbound inbound, RequestPlan plan, byte[] entity, AnswerPort port) {
        if (!plan.mayBlock()) {
            application.handle(inbound, plan, entity, port);
            return;
        }
        Runnable done =
                inbound.body().declaredLength() == 0 ? () -> {} : inbound.body().keep();
        try {
            blocking.execute(() -> {
                try {
                    application.handle(inbound, plan, entity, port);
                } finally {
                    done.run();
                }
            });
        } catch (RejectedExecutionException stopping) {
            done.run();
            port.failed(stopping);
        }
    }
}
