package queencell.proxy.inspect;

import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Reads `POST /api/v1/kv` and `POST /api/v1/timers` (pipeline, 5.4).
///
/// @param operations how many
/// @param grows whether any of them may store something: such a batch is refused whole under a push block
/// @param destinations what its schedules will create; distinct, first seen first
/// @param badName why a schedule is refused (A29, A41)
public record BatchBody(int operations, boolean grows, List<QueuePartition> destinations, Optional<String> badName) {

    public static Reading<BatchBody> read(byte[] bytes) {
        return JsonBody.read(bytes, body -> {
            var batch = new Collector("operations");
            if (body.isArray()) {
                batch.operations(body);
            } else if (body.isObject()) {
                batch.wrapped(body);
            } else {
                throw new OtherShape();
            }
            return batch.build();
        });
    }

    /// Gathers the operations of one array. One thread.
    static final class Collector {
        private final String place;
        private final Set<QueuePartition> destinations = new LinkedHashSet<>();
        private int operations;
        private boolean grows;
        private Optional<String> badName = Optional.empty();

        /// @param place the array's name in a text for the client
        Collector(String place) {
            this.place = place;
        }

        /// Reads the array at hand.
        void operations(JsonBody body) throws IOException, RefusedBody, OtherShape {
            body.elements(index -> add(BatchOperation.read(body, place + "[" + index + "]"), index));
        }

        private void wrapped(JsonBody body) throws IOException, RefusedBody, OtherShape {
            var found = new boolean[1];
            body.fields("the body", key -> {
                if (key.equals("operations") && body.isArray()) {
                    found[0] = true;
                    operations(body);
                } else {
                    body.skip();
                }
            });
            if (!found[0]) {
                throw new OtherShape();
            }
        }

        private void add(BatchOperation operation, int index) throws RefusedBody {
            operations++;
            grows |= operation.grows();
            operation.scheduled().ifPresent(destination -> {
                String at = place + "[" + index + "]";
                badName = badName.or(() -> operation.problem(at));
                destinations.add(destination);
            });
            Shapes.requireFew(destinations.size(), place);
        }

        BatchBody build() {
            return new BatchBody(operations, grows, List.copyOf(destinations), badName);
        }
    }
}
