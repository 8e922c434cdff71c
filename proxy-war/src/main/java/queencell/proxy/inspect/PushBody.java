package queencell.proxy.inspect;

import static queencell.proxy.inspect.QueuePartition.DEFAULT_PARTITION;

import java.io.IOException;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Reads `POST /api/v1/push` (pipeline, 7.6; broker wire, 5).
public final class PushBody {
    private PushBody() {}

    /// @param maxItems the batch cap: items above it are only counted
    public static Reading<PushItems> read(byte[] bytes, long maxItems) {
        return JsonBody.read(bytes, body -> items(body, maxItems));
    }

    private static PushItems items(JsonBody body, long maxItems) throws IOException, RefusedBody, OtherShape {
        // the broker reads its structures from arrays too, which would carry a push past every cap (A33)
        Shapes.requireObject(body, "the body");
        var items = new PushItemsBuilder("item ", "", maxItems);
        var item = new ItemFields();
        body.fields("the body", key -> {
            if (!key.equals("items")) {
                body.skip();
                return;
            }
            Shapes.requireArray(body, "items");
            body.elements(index -> item(body, index, item, items));
        });
        return items.build();
    }

    private static void item(JsonBody body, int index, ItemFields item, PushItemsBuilder items)
            throws IOException, RefusedBody, OtherShape {
        if (!body.isObject()) {
            Shapes.requireObject(body, "items[" + index + "]");
        }
        item.begin();
        body.fields(() -> "item " + index, key -> item.read(body, key));
        if (item.isWellFormed()) {
            items.add(index, item.queue, item.partition, item.bytes);
        } else {
            items.addMalformed();
        }
    }

    /// The fields of one item after the other as a plain push reads them: `partition` is a text, null or absent.
    private static final class ItemFields {
        private String queue = "";
        private String partition = DEFAULT_PARTITION;
        private int bytes;
        private boolean hasQueue;
        private boolean hasPayload;
        private boolean hasBadPartition;
        private String queueBefore = "";
        private String partitionBefore = DEFAULT_PARTITION;

        void begin() {
            queueBefore = queue;
            partitionBefore = partition;
            queue = "";
            partition = DEFAULT_PARTITION;
            bytes = 0;
            hasQueue = false;
            hasPayload = false;
            hasBadPartition = false;
        }

        void read(JsonBody body, String key) throws IOException {
            switch (key) {
                case "queue" -> {
                    hasQueue = body.isText();
                    queue = hasQueue ? body.textLike(queueBefore) : "";
                    body.skip();
                }
                case "partition" -> {
                    hasBadPartition = !body.isText() && !body.isNull();
                    partition = body.isText() ? body.textLike(partitionBefore) : DEFAULT_PARTITION;
                    body.skip();
                }
                case "payload" -> {
                    hasPayload = true;
                    bytes = body.skippedBytes();
                }
                default -> body.skip();
            }
        }

        boolean isWellFormed() {
            return hasQueue && hasPayload && !hasBadPartition;
        }
    }
}
