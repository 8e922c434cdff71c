package queencell.proxy.console;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import queencell.proxy.auth.WebRefusals;
import queencell.web.Pages;
import queencell.web.Registered;

/// `/console/…`: a plain page that names the API, and the API's description. Public: there is no data in it (proxy
/// console, 13.1).
@Path("console")
@Registered
public class ConsoleShellResource {
    private final byte[] page = resource("console.html");
    private final byte[] description = resource("openapi.json");

    private static byte[] resource(String name) {
        try (InputStream stream = ConsoleShellResource.class.getResourceAsStream(name)) {
            if (stream == null) {
                throw new IllegalStateException("the artifact was built without " + name);
            }
            return stream.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(name, unreadable);
        }
    }

    @GET
    public Response page() {
        return Response.ok(page, "text/html; charset=utf-8")
                .header("Cache-Control", "no-cache")
                .header("Content-Security-Policy", Pages.CONTENT_SECURITY)
                .build();
    }

    /// Addresses inside the console, so that a reload of one does not end in an error.
    @GET
    @Path("{deep: .+}")
    public Response deep() {
        return page();
    }

    @GET
    @Path("openapi.json")
    public Response description() {
        return Response.ok(description, "application/json")
                .header("Cache-Control", "no-cache")
                .build();
    }

    /// A built file that is not there must not come back as a page.
    @GET
    @Path("assets/{file: .+}")
    public Response asset() {
        throw WebRefusals.notFound("there is no such file");
    }
}
