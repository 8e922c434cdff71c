package queencell.proxy.forward;

import java.util.List;

/// One request to the broker.
///
/// @param target path and query, ISO-8859-1, one char per byte; sent as it is behind the prefix of the base
/// @param fields name, value, name, value, …, from [ForwardRules]; without `Host` and without framing
public record UpstreamRequest(BaseUrl base, String method, String target, List<String> fields, UpstreamBody body) {

    /// No fields and no query: they may be secret.
    @Override
    public String toString() {
        return "UpstreamRequest[%s %s, %s]".formatted(method, base, body);
    }
}
