package queencell.proxy.database;

import org.eclipse.persistence.sessions.DatabaseLogin;
import org.eclipse.persistence.sessions.Session;
import org.eclipse.persistence.sessions.SessionCustomizer;

/// Keeps EclipseLink from asking a silent database three times, five seconds apart: whether and when to ask again is
/// decided by those who ask. EclipseLink calls it by name.
public final class FirstAnswerCounts implements SessionCustomizer {

    @Override
    public void customize(Session session) {
        if (session.getDatasourceLogin() instanceof DatabaseLogin login) {
            login.setConnectionHealthValidatedOnError(false);
            login.setQueryRetryAttemptCount(0);
        }
    }
}
