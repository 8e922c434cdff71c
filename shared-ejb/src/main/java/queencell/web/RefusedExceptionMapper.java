package queencell.web;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;

/// The one place that makes an answer of a refusal (pipeline, 12).
@Provider
public class RefusedExceptionMapper implements ExceptionMapper<RefusedException> {

    @Override
    public Response toResponse(RefusedException refused) {
        return responseOf(refused);
    }

    /// The answer of a refusal, for filters that abort with it.
    public static Response responseOf(RefusedException refused) {
        Response.ResponseBuilder response = Response.status(refused.status())
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(refused.body().toBytes());
        refused.headers().forEach(response::header);
        return response.build();
    }
}
