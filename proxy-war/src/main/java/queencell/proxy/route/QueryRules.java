package queencell.proxy.route;

import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/// What the proxy refuses or changes in a query (A31, A35, A37, OPEN-4). A body is never changed, a query only here.
public final class QueryRules {
    /// Rows of one listing; a silent clamp would skip rows, so that more is refused (A31).
    public static final long MAX_LIMIT = 1000;

    /// What the broker waits when a long-poll names no `timeout` (pipeline, 9.2).
    private static final long BROKER_DEFAULT_WAIT_MILLIS = 30_000;

    /// What a durable pop delivers at most where it names no `batch`, and where it leaves the choice to the broker, as
    /// a pop from one partition cannot (broker wire, 6.1). An ephemeral one delivers a single message.
    private static final long BROKER_DEFAULT_BATCH = 200;

    private static final long BROKER_CHOSEN_BATCH = 100;

    /// A day: the broker has no bound, and what is leased for years nobody else gets to see (A31).
    private static final long MAX_LEASE_SECONDS = 86_400;

    private static final String[] ONCE = {"batch", "leaseSeconds", "limit", "timeout", "wait"};
    /// On an ephemeral pop the broker takes the last of several, so that the one which was judged may not be the one
    /// that counts.
    private static final String[] NAMES_ONCE = {"queue", "partition", "group"};

    /// An ephemeral pop waits for other words than `true` as well (`1` and `yes` in 1.3.0), so that every word but
    /// these, in any case, takes a slot.
    private static final Set<String> NO_WAIT = Set.of("", "0", "f", "false", "n", "no", "none", "off");

    private QueryRules() {}

    public sealed interface Outcome {
        /// @param query what is sent on; the same instance if nothing had to change
        /// @param wait how long the broker may hold the request; empty if it is no long-poll
        record Forward(RawQuery query, OptionalLong waitMillis) implements Outcome {
            public boolean parks() {
                return waitMillis.isPresent();
            }
        }

        /// 400 `invalid_request`.
        ///
        /// @param text for the client: names the parameter, the bound and the way out
        record Refused(String text) implements Outcome {}
    }

    /// @param query without a `#`, at which the broker's URI parser would end it: the listener refuses those
    /// @param maxBatch `max_batch_items` of the cluster, or the proxy's own default
    /// @param maxWaitMillis `QUEEN_PROXY_LONGPOLL_MAX_MS`
    public static Outcome apply(Route route, String rawPath, RawQuery query, long maxBatch, long maxWaitMillis) {
        if (route.special().delivers()) {
            return repeated(query, ONCE)
                    .or(() -> isEphemeral(route) ? repeated(query, NAMES_ONCE) : Optional.empty())
                    .<Outcome>map(Outcome.Refused::new)
                    .orElseGet(() -> pop(route, rawPath, query, maxBatch, maxWaitMillis));
        }
        if (!query.raw().isEmpty() && isLimited(route, rawPath)) {
            Optional<String> problem = repeated(query, ONCE).or(() -> overLimit(query));
            if (problem.isPresent()) {
                return new Outcome.Refused(problem.get());
            }
        }
        return new Outcome.Forward(query, OptionalLong.empty());
    }

    private static Outcome pop(Route route, String rawPath, RawQuery query, long maxBatch, long maxWaitMillis) {
        RawQuery edited = boundedBatch(route, rawPath, query.without("frames", "true"), maxBatch);
        if (isAbove(edited.first("leaseSeconds"), MAX_LEASE_SECONDS)) {
            edited = edited.with("leaseSeconds", Long.toString(MAX_LEASE_SECONDS));
        }
        if (!parks(route, edited)) {
            return new Outcome.Forward(edited, OptionalLong.empty());
        }
        Optional<String> timeout = edited.first("timeout");
        if (timeout.isEmpty() && maxWaitMillis < BROKER_DEFAULT_WAIT_MILLIS) {
            edited = edited.plus("timeout", Long.toString(maxWaitMillis));
        } else if (isAbove(timeout, maxWaitMillis)
                || isEphemeral(route)
                        && timeout.flatMap(QueryRules::number).isEmpty()
                        && maxWaitMillis < BROKER_DEFAULT_WAIT_MILLIS) {
            // an ephemeral pop takes what it cannot read for its default; a durable one is refused by the broker
            edited = edited.with("timeout", Long.toString(maxWaitMillis));
        }
        return new Outcome.Forward(edited, OptionalLong.of(waitMillis(timeout, maxWaitMillis)));
    }

    /// A bound that holds only for those who name a batch would be none.
    private static RawQuery boundedBatch(Route route, String rawPath, RawQuery query, long maxBatch) {
        Optional<String> batch = query.first("batch");
        if (isAbove(batch, maxBatch)) {
            return query.with("batch", Long.toString(maxBatch));
        }
        boolean isUnbounded = batch.isEmpty() && !isEphemeral(route) && unnamedBatch(rawPath, query) > maxBatch;
        return isUnbounded ? query.plus("batch", Long.toString(maxBatch)) : query;
    }

    private static long unnamedBatch(String rawPath, RawQuery query) {
        boolean brokerChooses = query.has("autopilot", "true") && !PopTarget.namesPartition(rawPath);
        return brokerChooses ? BROKER_CHOSEN_BATCH : BROKER_DEFAULT_BATCH;
    }

    /// Whether the broker may hold a request with this query, which then needs a slot (pipeline, 7.10).
    public static boolean parks(Route route, RawQuery query) {
        return switch (route.special()) {
            case POP -> query.has("wait", "true");
            case EPHEMERAL_POP ->
                query.first("wait")
                        .filter(word -> !NO_WAIT.contains(word.toLowerCase(Locale.ROOT)))
                        .isPresent();
            default -> false;
        };
    }

    private static boolean isEphemeral(Route route) {
        return route.special() == Special.EPHEMERAL_POP;
    }

    /// How long the broker may hold a long-poll with this query (pipeline, 9.2). Its deadline and its edge timeout are
    /// both reckoned from here, so that the later of the two cannot come first (A26).
    ///
    /// @param maxWaitMillis `QUEEN_PROXY_LONGPOLL_MAX_MS`
    public static long waitMillis(RawQuery query, long maxWaitMillis) {
        return waitMillis(query.first("timeout"), maxWaitMillis);
    }

    private static long waitMillis(Optional<String> timeout, long maxWaitMillis) {
        long asked = timeout.flatMap(QueryRules::number)
                .filter(number -> number >= 0)
                .orElse(BROKER_DEFAULT_WAIT_MILLIS);
        return Math.min(asked, maxWaitMillis);
    }

    /// The broker refuses a parameter that stands there twice on a durable pop too, but as plain text (broker wire, 2).
    private static Optional<String> repeated(RawQuery query, String[] once) {
        for (String name : once) {
            if (query.repeats(name)) {
                return Optional.of("%s is given more than once: give it once".formatted(described(name)));
            }
        }
        return Optional.empty();
    }

    /// Consumers of shipped SDKs take an answer with the word `timeout` for one they may repeat at once (A38).
    private static String described(String name) {
        return name.equals("timeout")
                ? "the query parameter for the longest wait"
                : "query parameter `%s`".formatted(name);
    }

    private static Optional<String> overLimit(RawQuery query) {
        return isAbove(query.first("limit"), MAX_LIMIT)
                ? Optional.of(
                        "query parameter `limit` is above %d, the most rows of one answer: ask for pages of at most %1$d rows"
                                .formatted(MAX_LIMIT))
                : Optional.empty();
    }

    /// The listings whose `limit` has no bound at the broker.
    private static boolean isLimited(Route route, String rawPath) {
        return route.kind() == RouteClass.Plain.READ
                && (rawPath.equals("/api/v1/messages")
                        || rawPath.equals("/api/v1/dlq")
                        || rawPath.equals("/api/v1/status/queues")
                        || rawPath.startsWith("/api/v1/traces/"));
    }

    private static boolean isAbove(Optional<String> value, long bound) {
        return value.flatMap(QueryRules::number)
                .filter(number -> number > bound)
                .isPresent();
    }

    /// As the broker reads integers: digits, perhaps behind a sign. More digits than a long holds are the largest.
    private static Optional<Long> number(String value) {
        int first = value.startsWith("+") || value.startsWith("-") ? 1 : 0;
        if (value.length() == first) {
            return Optional.empty();
        }
        long magnitude = 0;
        for (int at = first; at < value.length(); at++) {
            int digit = value.charAt(at) - '0';
            if (digit < 0 || digit > 9) {
                return Optional.empty();
            }
            magnitude = magnitude > (Long.MAX_VALUE - 9) / 10 ? Long.MAX_VALUE / 10 : magnitude * 10 + digit;
        }
        return Optional.of(value.startsWith("-") ? -magnitude : magnitude);
    }
}
