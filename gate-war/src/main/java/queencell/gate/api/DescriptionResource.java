package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/// The description of this API for machines: OpenAPI 3.1, `openapi.json` beside this class. Tests hold it against the
/// routes and against what is answered.
@Path("api/openapi.json")
public final class DescriptionResource {
    private final byte[] description = read();

    private static byte[] read() {
        try (InputStream stream = DescriptionResource.class.getResourceAsStream("openapi.json")) {
            if (stream == null) {
                throw new IllegalStateException("the artifact was built without openapi.json");
            }
            return stream.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("openapi.json", unreadable);
        }
    }

    @GET
    public Response description() {
        return Response.ok(description, "application/json")
                .header("Cache-Control", "no-cache")
                .build();
    }
}
