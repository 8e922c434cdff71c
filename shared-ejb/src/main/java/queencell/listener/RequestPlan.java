package queencell.listener;

import java.net.URI;
import java.time.Duration;
import java.util.Optional;

/// What the application decides about a request from its head, before JAX-RS sees it.
///
/// @param uri what JAX-RS matches: the parsed target, or a stand-in where a raw target must not be parsed; path and
///     query suffice (`/auth/login?next=x`)
/// @param body who reads the body
/// @param maxBody bytes of a collected body; more is answered 413 `payload_too_large`
/// @param maxBodySetting name of the setting that holds `maxBody`, for the text of that answer
/// @param mayBlock whether a filter or resource may block: the request then runs on a virtual thread, not on
///     the loop
/// @param timeout until the head of the answer must be there, else 504 `request_timeout`; zero means never.
///     Build it with [EdgeSettings#budget]
/// @param learned what the planner has found out about the head, for the filters, as property [#LEARNED].
///     JAX-RS itself then sees no header fields: they would be copied and parsed for nobody
public record RequestPlan(
        URI uri,
        BodyMode body,
        int maxBody,
        String maxBodySetting,
        boolean mayBlock,
        Duration timeout,
        Optional<Object> learned) {

    /// Name of the request property that holds what the planner has learned.
    public static final String LEARNED = "queencell.learned";

    /// The resource reads the body itself, if at all.
    public static RequestPlan onDemand(URI uri, Duration timeout) {
        return new RequestPlan(uri, BodyMode.ON_DEMAND, 0, "", false, timeout, Optional.empty());
    }

    /// A filter reads the body; header fields are there before.
    public static RequestPlan heldBack(URI uri, Duration timeout) {
        return new RequestPlan(uri, BodyMode.HELD_BACK, 0, "", false, timeout, Optional.empty());
    }

    /// The listener reads the body first.
    public static RequestPlan collected(URI uri, int maxBody, String maxBodySetting, Duration timeout) {
        return new RequestPlan(uri, BodyMode.COLLECTED, maxBody, maxBodySetting, false, timeout, Optional.empty());
    }

    /// The same, for filters and resources that read the head from [Inbound] and from what was learned.
    public RequestPlan learned(Object about) {
        return new RequestPlan(uri, body, maxBody, maxBodySetting, mayBlock, timeout, Optional.of(about));
    }

    /// The same, on a virtual thread.
    public RequestPlan blocking() {
        return new RequestPlan(uri, body, maxBody, maxBodySetting, true, timeout, learned);
    }
}
