package queencell.web;

import static queencell.log.Field.field;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import queencell.log.EventLog;
import queencell.process.BrokenClass;

/// Turns whatever else was thrown into JSON: the container's own refusals keep their status, anything else
/// becomes a 500 that tells nothing from inside; the log has the fault.
@Provider
public class FaultMapper implements ExceptionMapper<Throwable> {
    private static final EventLog LOG = EventLog.of("web");

    @Override
    public Response toResponse(Throwable fault) {
        if (fault instanceof WebApplicationException refused) {
            int status = refused.getResponse().getStatus();
            return answer(status, new ErrorBody(textOf(status), codeOf(status)));
        }
        BrokenClass.endsProcess(LOG, fault);
        LOG.error("request_failed", fault, field("type", fault.getClass().getName()));
        return answer(500, new ErrorBody("the request failed inside this service; its log tells why", "internal"));
    }

    private static Response answer(int status, ErrorBody body) {
        return Response.status(status)
                .type(MediaType.APPLICATION_JSON_TYPE)
                .entity(body.toBytes())
                .build();
    }

    private static String textOf(int status) {
        return switch (status) {
            case 404 -> "there is nothing at this path";
            case 405 -> "this path does not take this method";
            case 406 -> "this path answers application/json only";
            case 415 -> "send the body as application/json";
            default -> "the request was refused with status " + status;
        };
    }

    private static String codeOf(int status) {
        return switch (status) {
            case 404 -> "not_found";
            case 405 -> "method_not_allowed";
            case 406 -> "not_acceptable";
            case 415 -> "unsupported_media_type";
            default -> status >= 500 ? "internal" : "invalid_request";
        };
    }
}
