package queencell.broker;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/// What each recorded answer means, in one word and what tells it apart from its neighbours.
final class Expectations {

    private final Map<String, String> expected = new HashMap<>();

    Expectations() {
        family("push", "", "empty");
        family("push", "QUEUED QUEUED DUPLICATE", "in-request-duplicate");
        family("push", "DUPLICATE QUEUED", "stored-duplicate");
        family("push", "DUPLICATE", "empty-id");
        family("push", "refused 400 http_400", "bad-no-payload", "duplicate-key");
        family("push", "BUFFERED BUFFERED", "maintenance-buffered");
        family("push", "BUFFERED", "impossible-name-queue", "impossible-name-empty");

        family("pop", "claimed 2", "two-messages", "conflation", "auto-ack", "discovery");
        family("pop", "claimed 5", "autopilot");
        family("pop", "claimed 7", "several-partitions");
        family("pop", "empty", "leased-204", "long-poll-timeout", "maintenance", "conflation-empty");
        family("pop", "refused 400 http_400", "discovery-without-namespace", "conflation-without-group");
        family("pop", "claimed 1", "group-less");

        family("ack", "ok", "single-last-of-batch", "partial", "failed", "retry", "without-lease", "typo-status");
        family("ack", "noop", "below-cursor-leaseless");
        family("ack", "TOO_LATE", "stale-signal");
        family("ack", "dlq", "failed-budget-spent", "dlq");
        family("ack", "dlq dlq", "batch-completed-then-dlq");
        family("ack", "LEASE_LOST", "expired-lease");
        family("ack", "UNRESOLVABLE", "unresolvable");
        family("ack", "ok ok", "conflating");
        family("ack", "ok ok ok ok", "batch-two-partitions");

        family("ops", "healthy 1.3.0", "health");

        family("http", "refused 405 http_405", "method-not-allowed-dlq-delete", "method-not-allowed-get");
        family("http", "refused 404 no_such_route", "no-such-route");
        family("http", "refused 200 not_a_broker", "dashboard-fallback");
        family("http", "refused 413 http_413", "body-too-large");
        family("http", "refused 400 http_400", "query-wait-1");

        family("resources", "answered", "queue", "queue-with-messages", "queues", "queues-cached");
        family("resources", "answered true", "delete-queue");
        family("resources", "answered false", "delete-unknown-queue");
        family("dlq", "answered", "list");

        family("lease", "renewed 1", "extend", "extend-default");
        family("lease", "lost", "extend-unknown");

        family("transaction", "committed", "relay", "ack-last-of-prefix", "required-leases-is-no-guard", "failed");
        family("transaction", "committed", "repeat-inside", "kv-only");
        family("transaction", "committed dlq", "dlq", "completed-then-dlq-and-push");
        family("transaction", "rejected LEASE_LOST", "after-release", "expired-lease");
        family("transaction", "rejected UNKNOWN_MESSAGE", "unknown-id", "aged-out");
        family("transaction", "rejected FOREIGN_PARTITION", "unknown-partition");
        family("transaction", "rejected UNRESOLVED_PUSH", "push-without-queue");
        family("transaction", "duplicate", "duplicate", "replayed");
        family("transaction", "precondition 1 limit", "kv-precondition");
        family(
                "transaction",
                "refused 400 bad_request",
                "shape-no-type",
                "shape-unknown-type",
                "shape-kv-in-operations");
        family("transaction", "refused 400 http_400", "shape-not-json", "payload-too-deep");
        family("transaction", "refused 200 payload_too_large", "name-too-long");
        family("transaction", "throttled", "rate-limited");

        family("kv", "Missing", "get-miss");
        family("kv", "Written", "put", "put-if-absent", "delete");
        family("kv", "Lost version", "put-version-lost", "delete-version-lost");
        family("kv", "Lost exists", "put-if-absent-lost");
        family("kv", "Lost absent", "delete-absent");
        family("kv", "Applied 7", "incr-applied");
        family("kv", "Applied 0", "refund");
        family("kv", "Applied 18446744073709551614", "incr-beyond-int64");
        family("kv", "Found", "get-ttl");
        family("kv", "Refused limit 7 Rows 1", "incr-refused-with-getmany");
        family("kv", "Refused type 0", "incr-type");
        family("kv", "precondition 1 limit", "required-incr-lost");
        family("kv", "Applied 8 Applied 10", "required-incr-won");
        family("kv", "refused 400 kv_bad_request", "duplicate-key", "bad-namespace", "bad-no-expiry", "bad-unknown-op");
        family("kv", "refused 400 kv_bad_request", "body-not-json");
        family("kv", "refused 413 payload_too_large", "key-too-large");
        family("kv", "refused 500 kv_error", "bad-nul-value");
        family("kv", "Rows 2", "get-prefix");
        family("kv", "unavailable", "disabled");
        family("kv", "throttled", "rate-limited");

        family("configure", "answered", "full", "replaces", "negative");
        family("configure", "refused 400 http_400", "no-queue");
        family("configure", "refused 500 http_500", "bad-type");

        family("depth", "pending 6 of 2", "group-without-cursor", "with-a-lease");
        family("depth", "pending 4 of 2", "no-group");
        family("depth", "pending 2 of 2", "conflating-group");
        family("depth", "absent", "unknown-queue");

        family("groups", "answered", "list", "seek-end", "delete-for-queue", "delete");
        family("groups", "answered true", "seek-partition-empty-body");
        family("groups", "refused 400 http_400", "seek-empty");
        family("groups", "refused 500 http_500", "seek-bad-timestamp");
        family("groups", "absent", "seek-unknown-queue");

        family("outage", "unhealthy 1.3.0", "health");
        family("outage", "BUFFERED BUFFERED", "push-buffered");
        family("outage", "OUTAGE", "ack-partial");
        family("outage", "OUTAGE OUTAGE OUTAGE OUTAGE", "ack-full-claim");
        family("outage", "unavailable", "lease-extend", "transaction", "kv-write", "kv-write-paused", "resources");

        family("auth", "refused 401 http_401", "no-token", "bad-signature", "expired");
        family("auth", "refused 403 http_403", "insufficient");

        family("tenancy", "QUEUED", "push-as-tenant");
        family("tenancy", "refused 400 http_400", "header-text");
        family("tenancy", "FOREIGN_PARTITION", "ack-foreign");
        family("tenancy", "rejected FOREIGN_PARTITION", "transaction-foreign");
        family("tenancy", "refused 403 feature_gated", "kv-without-grant", "transaction-kv-without-grant");
        family("tenancy", "refused 403 kv_quota_exceeded", "kv-quota-exceeded");
    }

    private void family(String family, String outcome, String... names) {
        for (String name : names) {
            expected.put(family + " " + name, outcome);
        }
    }

    Set<String> names() {
        return expected.keySet();
    }

    String expected(Recorded.Pair pair) {
        return expected.getOrDefault(pair.toString(), "an outcome stated in this class");
    }
}
