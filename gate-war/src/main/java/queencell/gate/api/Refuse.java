package queencell.gate.api;

import java.util.List;
import queencell.web.RefusedException;

/// The refusals of this API, each with its status and code (runtime, 14).
final class Refuse {

    private Refuse() {}

    static RefusedException notFound(String text, Object... arguments) {
        return new RefusedException(404, "not_found", text.formatted(arguments));
    }

    static RefusedException badRequest(String text, Object... arguments) {
        return new RefusedException(400, "bad_request", text.formatted(arguments));
    }

    /// 422: the body, or what it asks for, cannot be.
    static RefusedException invalid(String code, String text, Object... arguments) {
        return new RefusedException(422, code, text.formatted(arguments));
    }

    static RefusedException conflict(String code, String text, Object... arguments) {
        return new RefusedException(409, code, text.formatted(arguments));
    }

    static RefusedException stopped(Object graph) {
        return new RefusedException(
                503,
                "stopped",
                "graph `%s` is registered here but stopped, so nothing would act on this; the next reconcile pass starts it again"
                        .formatted(graph));
    }

    static RefusedException broker(String text) {
        return new RefusedException(502, "broker_unavailable", "the broker did not take it: " + text);
    }

    /// Live state is read or reported as unreadable, never assumed.
    static RefusedException liveState(String text) {
        return new RefusedException(
                502, "broker_unavailable", "live broker state cannot be read, and is never assumed: " + text);
    }

    static RefusedException noHistory(String what) {
        return new RefusedException(
                503,
                "history_unavailable",
                "%s needs Gate's PostgreSQL history, which is not configured: set PG_HOST".formatted(what));
    }

    static String list(List<?> names) {
        return names.isEmpty()
                ? "none"
                : String.join(", ", names.stream().map(name -> "`" + name + "`").toList());
    }
}
