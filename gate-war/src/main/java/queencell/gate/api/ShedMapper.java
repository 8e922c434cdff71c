package queencell.gate.api;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import queencell.gate.document.Json;
import queencell.gate.document.Members;

/// Adds the seconds to the ordinary error body.
@Provider
public final class ShedMapper implements ExceptionMapper<ShedException> {

    @Override
    public Response toResponse(ShedException shed) {
        Response.ResponseBuilder answer = Answer.of(
                shed.status(),
                new Members()
                        .put("error", Json.of(shed.getMessage()))
                        .put("code", Json.of(shed.code()))
                        .put("retryAfterSeconds", Json.of(shed.retryAfterSeconds()))
                        .object());
        shed.headers().forEach(answer::header);
        return answer.build();
    }
}
