package queencell.proxy.inspect;

import java.io.IOException;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Walks through one transaction body. One thread, used once.
final class TransactionReader {
    private final JsonBody body;
    private final PushItemsBuilder pushes;
    private final BatchBody.Collector kv = new BatchBody.Collector("kv");
    private final BatchBody.Collector timers = new BatchBody.Collector("timers");
    private int pushOperations;
    private int acks;
    private boolean isTransaction;

    TransactionReader(JsonBody body, long maxItems) {
        this.body = body;
        pushes = new PushItemsBuilder("item ", "", maxItems);
    }

    TransactionBody read() throws IOException, RefusedBody, OtherShape {
        if (!body.isObject()) {
            throw new OtherShape();
        }
        body.fields("the body", this::part);
        if (!isTransaction) {
            throw new OtherShape();
        }
        return new TransactionBody(pushes.build(), pushOperations, acks, kv.build(), timers.build());
    }

    private void part(String key) throws IOException, RefusedBody, OtherShape {
        boolean isPart = key.equals("operations") || key.equals("kv") || key.equals("timers");
        if (!isPart || !body.isArray()) {
            body.skip();
            return;
        }
        isTransaction = true;
        switch (key) {
            case "kv" -> kv.operations(body);
            case "timers" -> timers.operations(body);
            default -> body.elements(this::operation);
        }
    }

    private void operation(int index) throws IOException, RefusedBody, OtherShape {
        if (!body.isObject()) {
            // refused by the broker, with everything beside it
            body.skip();
            return;
        }
        var operation = new Operation("operations[" + index + "]");
        PushItemsBuilder.Mark before = pushes.mark();
        body.fields(operation.place, operation::field);
        if (operation.type.equals("ack")) {
            // the type may stand behind items that an ack does not have
            pushes.backTo(before);
            acks++;
        } else if (operation.isPush()) {
            pushOperations++;
            if (!operation.isNested) {
                add(operation.item);
            }
        }
    }

    private void add(LooseItem item) {
        pushes.problem(item.badId());
        if (item.hasQueue()) {
            pushes.add(pushes.count(), item.queue(), item.partition(), item.payloadBytes());
        } else {
            pushes.addMalformed();
        }
    }

    /// One element of `operations` while its fields are read.
    private final class Operation {
        private final String place;
        private final LooseItem item;
        private String type = "";
        private boolean isNested;

        Operation(String place) {
            this.place = place;
            item = new LooseItem(place);
        }

        /// A push, or, whatever its type, something that could be one for another broker.
        boolean isPush() {
            return isNested || type.equals("push") || (item.hasQueue() && item.hasPayload());
        }

        void field(String key) throws IOException, RefusedBody, OtherShape {
            switch (key) {
                case "type" -> {
                    type = body.isText() ? body.text() : "";
                    body.skip();
                }
                case "items" -> {
                    isNested = body.isArray();
                    if (isNested) {
                        body.elements(this::nestedItem);
                    } else {
                        // as the broker: no array, so that the operation itself is the item
                        body.skip();
                    }
                }
                default -> item.read(body, key);
            }
        }

        private void nestedItem(int index) throws IOException, RefusedBody, OtherShape {
            if (!body.isObject()) {
                body.skip();
                pushes.addMalformed();
                return;
            }
            String itemPlace = place + ".items[" + index + "]";
            var nested = new LooseItem(itemPlace);
            body.fields(itemPlace, key -> nested.read(body, key));
            add(nested);
        }
    }
}
