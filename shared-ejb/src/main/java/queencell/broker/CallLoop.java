package queencell.broker;

import java.net.URI;
import java.time.Duration;
import java.util.BitSet;
import java.util.List;
import queencell.json.UnreadableBytesException;

/// Carries one call to an answer or to a failure: waits, repeats and fails over as far as wire 23.3 and 23.4
/// allow.
final class CallLoop {

    private static final int MOST_THROTTLES = 10;
    private static final int MOST_IN_PLACE = 3;
    private static final int MOST_ATTEMPTS = 3;
    private static final Duration LONGEST_BACKOFF = Duration.ofSeconds(30);

    /// How a call ended.
    sealed interface Outcome {
        /// @param sentNanos when the attempt that was answered began
        record Answered(RawAnswer answer, long sentNanos) implements Outcome {}

        record Failed(CallFailure failure) implements Outcome {}

        record Unreadable(String text) implements Outcome {}

        record Cancelled() implements Outcome {}
    }

    /// Reads a 2xx as soon as it is there: one that cannot be read counts as no answer (23.3).
    @FunctionalInterface
    interface Taker {
        /// For calls whose answer is judged by who asked.
        Taker LATER = answer -> {};

        void take(RawAnswer answer) throws UnreadableBytesException;
    }

    private final Transport transport;
    private final List<URI> urls;
    private final BackendRing ring;
    private final String virtualHost;
    private final int longestAnswer;
    private final Timing timing;
    private final CallListener listener;
    /// Ends when nobody has time for a repetition any more.
    private final CallScope patience = new CallScope();

    CallLoop(Transport transport, BrokerOptions options, Timing timing, CallListener listener) {
        this.transport = transport;
        urls = options.urls();
        ring = new BackendRing(urls.stream().map(URI::toString).toList(), options.strategy());
        virtualHost = options.virtualHost();
        longestAnswer = options.longestAnswer();
        this.timing = timing;
        this.listener = listener;
        if (urls.size() > 1) {
            listener.severalBackends(urls.size());
        }
    }

    Outcome send(Call call, Credentials credentials, Taker taker) {
        return new Attempts(call, credentials, taker).run();
    }

    void hurry() {
        patience.cancel();
    }

    private long now() {
        return timing.nanos().getAsLong();
    }

    private Exchange exchange(Call call, Credentials credentials, int backend) {
        long sent = now();
        Exchange exchange = transport.exchange(new Transport.Request(
                urls.get(backend),
                call.method(),
                call.target(),
                credentials,
                virtualHost,
                call.body(),
                call.repeat() == Repeat.ALWAYS,
                call.limit(),
                longestAnswer,
                call.scope()));
        int status = exchange instanceof Exchange.Answered(RawAnswer answer) ? answer.status() : 0;
        listener.exchanged(call.kind(), status, Duration.ofNanos(now() - sent));
        return exchange;
    }

    /// The memory of one call.
    private final class Attempts {
        private final Call call;
        private final Credentials credentials;
        private final Taker taker;
        private final long started = now();
        private final BitSet tried = new BitSet();
        private int backend;
        private int throttles;
        private int inPlace;
        private int attempts;
        private boolean reopened;

        Attempts(Call call, Credentials credentials, Taker taker) {
            this.call = call;
            this.credentials = credentials;
            this.taker = taker;
            backend = ring.choose(call.key(), tried, started);
        }

        Outcome run() {
            while (true) {
                if (call.scope().cancelled()) {
                    return new Outcome.Cancelled();
                }
                long sent = now();
                StatusClass answer = read(StatusClass.of(call.kind(), exchange(call, credentials, backend)));
                switch (answer) {
                    case StatusClass.Success success -> {
                        ring.answered(backend);
                        return new Outcome.Answered(success.answer(), sent);
                    }
                    case StatusClass.Permanent permanent -> {
                        return new Outcome.Failed(permanent.refusal());
                    }
                    case StatusClass.Unreadable unreadable -> {
                        return new Outcome.Unreadable(unreadable.text());
                    }
                    case StatusClass.Aborted _ -> {
                        return new Outcome.Cancelled();
                    }
                    case StatusClass.Throttled throttled -> {
                        Duration wait = timing.jittered(throttled.after().orElseGet(() -> backoff(throttles)));
                        if (!waitsOut(wait)) {
                            return new Outcome.Failed(new CallFailure.Throttled(wait, throttled.text()));
                        }
                        throttles++;
                        listener.throttled(call.kind(), wait);
                        if (!waits(wait)) {
                            return call.scope().cancelled()
                                    ? new Outcome.Cancelled()
                                    : new Outcome.Failed(new CallFailure.Throttled(wait, throttled.text()));
                        }
                    }
                    case StatusClass.Outage outage -> {
                        if (!goesOn(outage)) {
                            return call.scope().cancelled()
                                    ? new Outcome.Cancelled()
                                    : new Outcome.Failed(failure(outage));
                        }
                        listener.repeated(call.kind(), outage.text());
                    }
                }
            }
        }

        /// A claim that cannot be read is no fault of the broker, and the next one must not be as large (23.1).
        private StatusClass read(StatusClass answer) {
            if (call.kind() == CallKind.POP) {
                return answer;
            }
            return switch (answer) {
                case StatusClass.Success success -> {
                    try {
                        taker.take(success.answer());
                        yield success;
                    } catch (UnreadableBytesException unreadable) {
                        yield StatusClass.Outage.unreadable(unreadable.getMessage());
                    }
                }
                case StatusClass.Unreadable(String text) -> StatusClass.Outage.unreadable(text);
                default -> answer;
            };
        }

        private boolean waitsOut(Duration wait) {
            boolean allowed = call.repeat() == Repeat.ALWAYS || call.repeat() == Repeat.WHEN_NOT_APPLIED;
            return allowed && (call.throttledForEver() || throttles < MOST_THROTTLES - 1) && fits(wait);
        }

        /// True when the next attempt is prepared: the wait is over, the broker chosen.
        private boolean goesOn(StatusClass.Outage outage) {
            if (outage.latched()) {
                readOnce();
                if (!reopened && call.repeat() != Repeat.NEVER) {
                    // certainly not applied, and now it may pass: an increment too is asked for again, once
                    reopened = true;
                    return fits(Duration.ZERO);
                }
            }
            boolean repeatable = repeatable(outage);
            if (repeatable && outage.inPlace().isPresent() && inPlace < MOST_IN_PLACE) {
                inPlace++;
                return pause(timing.jittered(outage.inPlace().get()));
            }
            if (ring.failed(backend, now())) {
                listener.backendFailed(urls.get(backend).toString(), outage.text());
            }
            tried.set(backend);
            attempts++;
            return repeatable && nextBackend();
        }

        private boolean nextBackend() {
            if (ring.size() > 1) {
                if (tried.cardinality() == ring.size()) {
                    return false;
                }
                backend = ring.choose(call.key(), tried, now());
                inPlace = 0;
                return fits(Duration.ZERO);
            }
            return attempts < MOST_ATTEMPTS && pause(Duration.ofSeconds(1L << (attempts - 1)));
        }

        private boolean repeatable(StatusClass.Outage outage) {
            return switch (call.repeat()) {
                case ALWAYS -> true;
                case WHEN_NOT_APPLIED -> outage.notApplied();
                case WHEN_NOT_SENT -> outage.notSent();
                case NEVER -> false;
            };
        }

        private boolean pause(Duration wait) {
            return fits(wait) && waits(wait);
        }

        /// Until the time is over, the call's scope ends, or the client hurries.
        private boolean waits(Duration time) {
            var wait = new CallScope();
            CallScope.Abortable end = wait::cancel;
            try {
                return call.scope().enter(end)
                        && patience.enter(end)
                        && timing.pause().pause(time, wait);
            } finally {
                call.scope().leave(end);
                patience.leave(end);
            }
        }

        private boolean fits(Duration wait) {
            return now() - started + wait.toNanos() < call.budget().toNanos();
        }

        /// Key/value writes stay refused after an outage until this very broker has answered a read (wire,
        /// 10.6).
        private void readOnce() {
            var body = new JsonBuffer(96);
            Requests.kv(body, "queencell", List.of(new KvOp.Get("reopen")));
            var read = Call.of(CallKind.KV, "POST", "/api/v1/kv", body, Repeat.NEVER, call.limit(), call.scope());
            exchange(read, credentials, backend);
        }
    }

    private static CallFailure failure(StatusClass.Outage outage) {
        return outage.notApplied()
                ? new CallFailure.Unavailable(outage.text())
                : new CallFailure.OutcomeUnknown(outage.text());
    }

    private static Duration backoff(int n) {
        Duration wait = Duration.ofMillis(500L << Math.min(n, 10));
        return wait.compareTo(LONGEST_BACKOFF) > 0 ? LONGEST_BACKOFF : wait;
    }
}
