package queencell.proxy.inspect;

import java.io.IOException;
import java.util.Optional;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Reads `POST /api/v1/ephemeral/push` (pipeline, 7.6; broker wire, 17).
///
/// @param messages how many; what the message bucket is charged
/// @param badName why a name in here is refused (A29)
public record EphemeralPushBody(int messages, Optional<String> badName) {

    public static Reading<EphemeralPushBody> read(byte[] bytes) {
        return JsonBody.read(bytes, body -> new Reader(body).read());
    }

    private static final class Reader {
        private final JsonBody body;
        private int messages;
        private Optional<String> badName = Optional.empty();

        Reader(JsonBody body) {
            this.body = body;
        }

        EphemeralPushBody read() throws IOException, RefusedBody, OtherShape {
            Shapes.requireObject(body, "the body");
            body.fields("the body", this::field);
            return new EphemeralPushBody(messages, badName);
        }

        private void field(String key) throws IOException, RefusedBody, OtherShape {
            switch (key) {
                case "queue" -> {
                    if (body.isText()) {
                        String queue = body.text();
                        badName = badName.or(() -> Names.queueProblem("queue", queue));
                    }
                    body.skip();
                }
                case "partition" -> {
                    if (body.isText()) {
                        String partition = body.text();
                        badName = badName.or(() -> Names.partitionProblem("partition", partition));
                    }
                    body.skip();
                }
                case "messages" -> {
                    Shapes.requireArray(body, "messages");
                    body.elements(this::message);
                }
                default -> body.skip();
            }
        }

        private void message(int index) throws IOException, RefusedBody, OtherShape {
            String place = "messages[" + index + "]";
            Shapes.requireObject(body, place);
            body.fields(place, _ -> body.skip());
            messages++;
        }
    }
}
