package queencell.proxy.pipeline;

import java.time.Duration;
import java.util.Map;
import queencell.listener.BodyFailure;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.limit.PushBlock;
import queencell.proxy.route.Feature;
import queencell.web.RefusedException;

/// Every answer by which the data path refuses (pipeline, 12).
///
/// Words in these texts steer the consumers of shipped SDKs (A38): the text of a 502 has `connection` in it and
/// that of a 504 `timeout`; no other text may hold either, nor `timed out`, `ECONNREFUSED` or `fetch failed`.
public final class Refusals {

    private Refusals() {}

    public static RefusedException unauthorized() {
        return new RefusedException(
                401,
                "unauthorized",
                "no valid credential: send an API key of this cluster as `Authorization: Bearer qk_…`, or sign in");
    }

    /// One text for everything that a credential may not do, so that none of them can be told apart.
    public static RefusedException forbidden() {
        return new RefusedException(
                403, "forbidden", "this credential may not do that here: check its cluster, and its scopes or role");
    }

    public static RefusedException clusterUnknown() {
        return WebRefusals.clusterUnknown();
    }

    public static RefusedException clusterSuspended() {
        return WebRefusals.clusterSuspended();
    }

    public static RefusedException routeBlocked() {
        // the operators' paths hide behind the same bytes
        return WebRefusals.routeBlocked();
    }

    public static RefusedException featureGated(Feature feature) {
        return new RefusedException(
                403,
                "feature_gated",
                "the plan of this cluster has no `%s`: choose a plan whose features name it"
                        .formatted(feature.wireName()));
    }

    public static RefusedException pushBlocked(PushBlock block) {
        return new RefusedException(403, block.code(), block.text());
    }

    public static RefusedException csrfRejected() {
        return new RefusedException(
                403,
                "csrf_rejected",
                "a page of another origin may not send this with the session cookie: send an API key, or add the origin"
                        + " to QUEEN_PUBLIC_ORIGINS");
    }

    public static RefusedException invalidRequest(String text) {
        return new RefusedException(400, "invalid_request", text);
    }

    public static RefusedException payloadTooLarge(String text) {
        return new RefusedException(413, "payload_too_large", text);
    }

    public static RefusedException bodyTooLarge(long seen, BodyCap cap) {
        return payloadTooLarge("the body has %d bytes or more, at most %d (%s) are read: send smaller batches"
                .formatted(seen, cap.bytes(), cap.setting()));
    }

    public static RefusedException requestRate(long perSecond, Duration retryAfter) {
        return rateLimited(
                "over max_req_per_sec (%d requests a second): send again after Retry-After".formatted(perSecond),
                retryAfter);
    }

    public static RefusedException messageRate(long count, long perSecond, Duration retryAfter) {
        return rateLimited(
                "%d messages are over max_msgs_per_sec (%d a second): send again after Retry-After"
                        .formatted(count, perSecond),
                retryAfter);
    }

    /// More than the bucket ever holds: waiting would not help (OPEN-1).
    public static RefusedException overBurst(long count, long capacity) {
        return payloadTooLarge("%d messages in one request, the bucket holds %d (msgs_burst): send smaller batches"
                .formatted(count, capacity));
    }

    public static RefusedException parked(String cap, long max) {
        return rateLimited(
                "%d long-polls are parked, the most that %s allows: poll again after Retry-After".formatted(max, cap),
                Duration.ofSeconds(5));
    }

    /// The month is not used up yet, and who waits for the answers under way may still get in.
    public static RefusedException monthSpokenFor(long quota) {
        return rateLimited(
                "requests under way may use what is left of monthly_msgs_quota (%d messages): send again after Retry-After"
                        .formatted(quota),
                Duration.ofSeconds(1));
    }

    public static RefusedException perAddress(Duration retryAfter) {
        return rateLimited("too many requests from this address: send again after Retry-After", retryAfter);
    }

    public static RefusedException queueLimit(long max) {
        return quotaExceeded(
                "queue limit reached (%d): delete a queue that is not needed, or raise max_queues of the plan"
                        .formatted(max));
    }

    public static RefusedException partitionLimit(long max) {
        return quotaExceeded(
                "partition limit reached (%d): use the partitions there are, or raise max_partitions_per_queue of the plan"
                        .formatted(max));
    }

    /// The broker would answer the next field with a bare 431 (A30).
    public static RefusedException tooManyHeaders(int fields, int max) {
        return new RefusedException(
                431,
                "request_headers_too_large",
                "%d header fields would reach the broker, at most %d may: send fewer".formatted(fields, max));
    }

    /// The body broke off while it was read or relayed.
    public static RefusedException bodyBroken(BodyFailure failure) {
        return failure == BodyFailure.NO_ROOM
                ? rateLimited(failure.text(), Duration.ofSeconds(1))
                : new RefusedException(failure.status(), failure.code(), failure.text());
    }

    public static RefusedException badGateway() {
        return new RefusedException(
                502,
                "bad_gateway",
                "the connection to the broker of this cell failed: nothing is known of the request");
    }

    public static RefusedException upstreamTimeout(Duration deadline) {
        return new RefusedException(
                504,
                "upstream_timeout",
                "timeout: the broker of this cell did not answer within %d ms".formatted(deadline.toMillis()));
    }

    public static RefusedException quotaExceeded(String text) {
        return new RefusedException(403, "quota_exceeded", text);
    }

    private static RefusedException rateLimited(String text, Duration retryAfter) {
        return new RefusedException(
                429, "rate_limited", text, Map.of("Retry-After", Long.toString(Math.max(1, retryAfter.toSeconds()))));
    }
}
