package queencell.schema;

import java.util.Map;
import java.util.logging.Level;
import java.util.logging.Logger;
import liquibase.Scope;
import liquibase.resource.ResourceAccessor;
import liquibase.ui.LoggerUIService;

/// Runs Liquibase without its chatter: nothing on standard output, warnings only in the log, no analytics.
final class QuietLiquibase {

    // held, because java.util.logging forgets the level of a logger that nobody holds
    private static final Logger CHATTER = Logger.getLogger("liquibase");

    private QuietLiquibase() {}

    /// Work inside Liquibase's scope.
    interface Work<T> {
        T run() throws Exception;
    }

    static <T> T call(ResourceAccessor changelogs, Work<T> work) throws Exception {
        // an operator who configured a level for Liquibase wants to read more
        if (CHATTER.getLevel() == null) {
            CHATTER.setLevel(Level.WARNING);
        }
        Map<String, Object> quiet = Map.of(
                Scope.Attr.ui.name(),
                new LoggerUIService(),
                Scope.Attr.resourceAccessor.name(),
                changelogs,
                "liquibase.analytics.enabled",
                false);
        return Scope.child(quiet, work::run);
    }
}
