package queencell.proxy.auth;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import queencell.web.Registered;

/// `GET /auth/login.css`: the style of the sign-in page, in a file of its own so that the page needs no style
/// inline.
@Path("auth/login.css")
@Registered
public class LoginStyleResource {
    private final byte[] style = read();

    private static byte[] read() {
        try (InputStream stream = LoginStyleResource.class.getResourceAsStream("login.css")) {
            if (stream == null) {
                throw new IllegalStateException("the artifact was built without login.css");
            }
            return stream.readAllBytes();
        } catch (IOException unreadable) {
            throw new UncheckedIOException("login.css", unreadable);
        }
    }

    @GET
    public Response style() {
        return Response.ok(style, "text/css; charset=utf-8")
                .header("Cache-Control", "public, max-age=300")
                .build();
    }
}
