package queencell.proxy.start;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.nio.charset.StandardCharsets;
import queencell.signin.TokenKeys;
import queencell.web.Registered;

/// `GET /.well-known/jwks.json`: the public keys that vouch for sessions (pipeline, 6.3).
@Path(".well-known/jwks.json")
@Registered
public class JwksResource {
    private final byte[] keys;

    @Inject
    JwksResource(TokenKeys keys) {
        this.keys = keys.toJwks().getBytes(StandardCharsets.UTF_8);
    }

    @GET
    public Response keys() {
        return Response.ok(keys, MediaType.APPLICATION_JSON_TYPE).build();
    }
}
