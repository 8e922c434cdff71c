package queencell.proxy.inspect;

import static queencell.proxy.inspect.QueuePartition.DEFAULT_PARTITION;

import java.io.IOException;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Reads `POST /streams/v1/cycle` (pipeline, 5.4 and 7.7).
///
/// @param grows whether `push_items` is an array with anything in it
/// @param sinks the items that count
public record CycleBody(boolean grows, PushItems sinks) {

    public static Reading<CycleBody> read(byte[] bytes) {
        return JsonBody.read(bytes, CycleBody::cycle);
    }

    private static CycleBody cycle(JsonBody body) throws IOException, RefusedBody, OtherShape {
        if (!body.isObject()) {
            throw new OtherShape();
        }
        var sinks = new PushItemsBuilder("push_items[", "]", Integer.MAX_VALUE);
        var grows = new boolean[1];
        body.fields("the body", key -> {
            if (key.equals("push_items") && body.isArray()) {
                body.elements(index -> {
                    grows[0] = true;
                    sink(body, index, sinks);
                });
            } else {
                body.skip();
            }
        });
        return new CycleBody(grows[0], sinks.build());
    }

    /// The broker skips an item that is no object or has no queue, and one whose queue is empty. The last is refused
    /// here, because its sender means to store something (A29).
    private static void sink(JsonBody body, int index, PushItemsBuilder sinks)
            throws IOException, RefusedBody, OtherShape {
        if (!body.isObject()) {
            body.skip();
            return;
        }
        String place = "push_items[" + index + "]";
        var item = new LooseItem(place);
        body.fields(place, key -> item.read(body, key));
        if (item.hasQueue()) {
            String partition = item.partition().isEmpty() ? DEFAULT_PARTITION : item.partition();
            sinks.problem(item.badId());
            sinks.add(index, item.queue(), partition, item.payloadBytes());
            Shapes.requireFew(sinks.destinations(), "push_items");
        }
    }
}
