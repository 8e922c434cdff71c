package queencell.listener;

import jakarta.servlet.http.HttpServletRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/// Judges a head that Payara has parsed, as far as the servlet API still shows what was sent.
final class ServletHead {

    private ServletHead() {}

    static HeadReader.Outcome read(HttpServletRequest request, EdgeSettings edge) {
        String version = request.getProtocol();
        if (!version.equals("HTTP/1.1") && !version.equals("HTTP/1.0")) {
            return refused(Refusal.unsupportedVersion());
        }
        if (!Tokens.isToken(request.getMethod())) {
            return refused(Refusal.malformed("the request line does not begin with a method"));
        }
        String query = request.getQueryString();
        String target = request.getRequestURI() + (query == null ? "" : "?" + query);
        if (target.length() > edge.maxUriBytes()) {
            return refused(Refusal.targetTooLong(edge.maxUriBytes()));
        }
        if (!target.startsWith("/") || target.chars().anyMatch(c -> c <= ' ' || c == 0x7f || c == '#')) {
            return refused(Refusal.malformed(
                    "the request target is not a path: send what follows the host name, from the first `/`"));
        }
        List<String> fields = new ArrayList<>();
        int bytes = 0;
        for (String name : Collections.list(request.getHeaderNames())) {
            if (!Tokens.isToken(name)) {
                return refused(FieldLines.Problem.BAD_NAME.refusal());
            }
            for (String value : Collections.list(request.getHeaders(name))) {
                if (value.chars().anyMatch(Tokens::isControl)) {
                    return refused(FieldLines.Problem.BAD_VALUE.refusal());
                }
                fields.add(name);
                fields.add(value);
                bytes += name.length() + value.length();
                if (value.length() > edge.maxHeaderValueBytes()) {
                    return refused(Refusal.fieldTooLong(edge.maxHeaderValueBytes()));
                }
            }
        }
        if (fields.size() / 2 > edge.maxHeaders()) {
            return refused(Refusal.tooManyFields(edge.maxHeaders()));
        }
        if (bytes > edge.maxHeaderBytes()) {
            return refused(Refusal.headTooLarge(edge.maxHeaderBytes()));
        }
        boolean http10 = version.equals("HTTP/1.0");
        return HeadRules.check(request.getMethod(), target, http10, InboundHeaders.of(fields));
    }

    private static HeadReader.Outcome refused(Refusal refusal) {
        return new HeadReader.Outcome.Refused(refusal, InboundHeaders.NONE);
    }
}
