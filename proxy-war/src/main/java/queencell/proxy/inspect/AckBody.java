package queencell.proxy.inspect;

import java.io.IOException;
import queencell.proxy.inspect.JsonBody.OtherShape;
import queencell.proxy.inspect.JsonBody.RefusedBody;

/// Reads `POST /api/v1/ack` and `/api/v1/ack/batch`: their shape only, ownership is the broker's business (A33).
///
/// @param acknowledgments how many; 1 for a single ack
public record AckBody(int acknowledgments) {
    private static final String LIST = "acknowledgments";

    public static Reading<AckBody> read(byte[] bytes) {
        return JsonBody.read(bytes, AckBody::shape);
    }

    private static AckBody shape(JsonBody body) throws IOException, RefusedBody, OtherShape {
        Shapes.requireObject(body, "the body");
        var count = new int[] {1};
        body.fields("the body", key -> {
            if (!key.equals(LIST)) {
                body.skip();
                return;
            }
            Shapes.requireArray(body, LIST);
            count[0] = 0;
            body.elements(index -> {
                String place = LIST + "[" + index + "]";
                Shapes.requireObject(body, place);
                body.fields(place, _ -> body.skip());
                count[0]++;
            });
        });
        return new AckBody(count[0]);
    }
}
