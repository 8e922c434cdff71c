package queencell.proxy.pipeline;

import java.time.Duration;
import java.util.List;
import queencell.listener.EdgeSettings;
import queencell.proxy.route.QueryRules;
import queencell.proxy.route.RawQuery;

/// The edge timeout of a request to the broker, from its target alone (pipeline, 13). **Pure.**
///
/// @param exempt beginnings of paths that have none
record EdgeBudget(EdgeSettings edge, UpstreamRules rules, List<String> exempt) {
    EdgeBudget {
        exempt = List.copyOf(exempt);
    }

    /// @param rawQuery without the `?`
    /// @return zero where there is none
    Duration of(String path, String rawQuery) {
        for (String beginning : exempt) {
            if (path.startsWith(beginning)) {
                return Duration.ZERO;
            }
        }
        var query = new RawQuery(rawQuery);
        if (!query.has("wait", "true")) {
            return edge.budget(rules.timeout());
        }
        Duration wait = Duration.ofMillis(
                QueryRules.waitMillis(query, rules.longPollMax().toMillis()));
        return edge.longPollBudget(wait, wait.plus(rules.longPollMargin()));
    }
}
