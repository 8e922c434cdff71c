package queencell.proxy.pipeline;

import java.time.Duration;
import java.util.List;
import queencell.listener.EdgeSettings;
import queencell.proxy.route.Classifier;
import queencell.proxy.route.QueryRules;
import queencell.proxy.route.RawQuery;

/// The edge timeout of a request, from its target alone (pipeline, 13). **Pure.**
///
/// @param exempt beginnings of paths that have none
record EdgeBudget(EdgeSettings edge, UpstreamRules rules, List<String> exempt) {
    EdgeBudget {
        exempt = List.copyOf(exempt);
    }

    /// Of a path that the proxy answers by itself.
    ///
    /// @return zero where there is none
    Duration ofOwn(String path) {
        return isExempt(path) ? Duration.ZERO : edge.budget(Duration.ZERO);
    }

    /// @param rawQuery without the `?`
    /// @return zero where there is none
    Duration of(String method, String path, String rawQuery) {
        if (isExempt(path)) {
            return Duration.ZERO;
        }
        var query = new RawQuery(rawQuery);
        // the classifier is asked for few requests only: what `wait` means is the route's
        boolean parks = query.first("wait").isPresent() && QueryRules.parks(Classifier.classify(method, path), query);
        if (!parks) {
            return edge.budget(rules.timeout());
        }
        Duration wait = Duration.ofMillis(
                QueryRules.waitMillis(query, rules.longPollMax().toMillis()));
        return edge.longPollBudget(wait, wait.plus(rules.longPollMargin()));
    }

    private boolean isExempt(String path) {
        for (String beginning : exempt) {
            if (path.startsWith(beginning)) {
                return true;
            }
        }
        return false;
    }
}
