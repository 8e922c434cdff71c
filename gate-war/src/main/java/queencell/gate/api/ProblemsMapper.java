package queencell.gate.api;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.ext.ExceptionMapper;
import jakarta.ws.rs.ext.Provider;
import queencell.gate.document.Finding;
import queencell.gate.document.Json;
import queencell.gate.document.Members;

/// Adds the list of problems to the ordinary error body.
@Provider
public final class ProblemsMapper implements ExceptionMapper<ProblemsException> {

    @Override
    public Response toResponse(ProblemsException refused) {
        return Answer.of(
                        refused.status(),
                        new Members()
                                .put("error", Json.of(refused.getMessage()))
                                .put("code", Json.of(refused.code()))
                                .put("problems", Json.list(refused.problems(), ProblemsMapper::problem))
                                .object())
                .build();
    }

    private static Json problem(Finding finding) {
        return new Members()
                .put("rule", Json.of(finding.rule()))
                .put("path", Json.of(finding.path()))
                .put("detail", Json.of(finding.detail()))
                .object();
    }
}
