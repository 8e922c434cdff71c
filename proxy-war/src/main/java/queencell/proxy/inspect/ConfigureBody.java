package queencell.proxy.inspect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Reads `POST /api/v1/configure` (pipeline, 7.8).
///
/// @param queue may be empty text: such a queue is legal here
/// @param retentions the retention options that are switched on, in the order in which they are judged
/// @param badName why the queue's name is refused (A29)
public record ConfigureBody(String queue, List<Retention> retentions, Optional<String> badName) {
    private static final List<String> RETENTION_OPTIONS = List.of("retentionSeconds", "completedRetentionSeconds");

    /// @param seconds above 0; a number that no 64 bits hold is the largest
    public record Retention(String option, long seconds) {
        /// Why it is refused.
        public String over(long ceiling) {
            return "%s is %d seconds, at most %d (max_retention_seconds) are allowed: choose a shorter retention"
                    .formatted(option, seconds, ceiling);
        }
    }

    public static Reading<ConfigureBody> read(byte[] bytes) {
        return JsonBody.read(bytes, ConfigureBody::configure);
    }

    /// The first retention for which the queue may not be configured so: 403 `quota_exceeded`. It is refused, not
    /// cut, because data would vanish later with no signal.
    ///
    /// @param ceiling the plan's `max_retention_seconds`; empty for no ceiling
    public Optional<Retention> overCeiling(OptionalLong ceiling) {
        return retentions.stream()
                .filter(retention -> ceiling.isPresent() && retention.seconds > ceiling.getAsLong())
                .findFirst();
    }

    private static ConfigureBody configure(JsonBody body) throws IOException, RefusedBody, OtherShape {
        if (!body.isObject()) {
            throw new OtherShape();
        }
        var reader = new Reader(body);
        body.fields("the body", reader::field);
        String queue = reader.queue.orElseThrow(OtherShape::new);
        List<Retention> retentions = new ArrayList<>();
        OptionalLong[] seconds = reader.hasOptions ? reader.inOptions : reader.atTop;
        for (int at = 0; at < seconds.length; at++) {
            if (seconds[at].orElse(0) > 0) {
                retentions.add(new Retention(RETENTION_OPTIONS.get(at), seconds[at].getAsLong()));
            }
        }
        return new ConfigureBody(queue, List.copyOf(retentions), Names.queueOnConfigureProblem("queue", queue));
    }

    private static final class Reader {
        private final JsonBody body;
        private Optional<String> queue = Optional.empty();
        private boolean hasOptions;
        private final OptionalLong[] atTop = {OptionalLong.empty(), OptionalLong.empty()};
        private final OptionalLong[] inOptions = {OptionalLong.empty(), OptionalLong.empty()};

        Reader(JsonBody body) {
            this.body = body;
        }

        void field(String key) throws IOException, RefusedBody, OtherShape {
            switch (key) {
                case "queue" -> {
                    queue = body.isText() ? Optional.of(body.text()) : Optional.empty();
                    body.skip();
                }
                case "options" -> {
                    hasOptions = body.isObject();
                    if (hasOptions) {
                        body.fields("options", option -> option(option, inOptions));
                    } else {
                        body.skip();
                    }
                }
                default -> option(key, atTop);
            }
        }

        private void option(String key, OptionalLong[] into) throws IOException {
            int at = RETENTION_OPTIONS.indexOf(key);
            boolean isNumber = body.isText() || body.isWholeNumber();
            if (at >= 0 && isNumber) {
                into[at] = PostgresInteger.parse(body.text());
            }
            body.skip();
        }
    }
}
