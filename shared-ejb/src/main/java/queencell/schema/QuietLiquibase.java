package queencell.schema;

import java.util.Map;
import liquibase.Scope;
import liquibase.resource.ResourceAccessor;
import liquibase.ui.LoggerUIService;

/// Runs Liquibase without its chatter: nothing on standard output but our own events, and no analytics.
final class QuietLiquibase {

    private QuietLiquibase() {}

    /// Work inside Liquibase's scope.
    interface Work<T> {
        T run() throws Exception;
    }

    static <T> T call(ResourceAccessor changelogs, Work<T> work) throws Exception {
        Map<String, Object> quiet = Map.of(
                Scope.Attr.ui.name(),
                new LoggerUIService(),
                Scope.Attr.logService.name(),
                new LiquibaseLog(),
                Scope.Attr.resourceAccessor.name(),
                changelogs,
                "liquibase.analytics.enabled",
                false);
        return Scope.child(quiet, work::run);
    }
}
