package queencell.proxy.auth;

import static queencell.log.Field.field;

import queencell.log.EventLog;
import queencell.web.RefusedException;

/// Every answer by which the surfaces for people refuse (proxy console, 2). No text says more of a cluster, a person or
/// a key than its reader may know; where two cases must look alike, they share one constant.
public final class WebRefusals {
    private static final EventLog LOG = EventLog.of("auth");

    private WebRefusals() {}

    public static RefusedException unauthorized() {
        return new RefusedException(401, "unauthorized", "no live session: sign in at /auth/login");
    }

    /// One text for a cluster that does not exist, one where the person has no role, and a role that is too low.
    public static RefusedException forbidden() {
        return new RefusedException(
                403, "forbidden", "this session may not do that here: ask an admin of the cluster for a role");
    }

    public static RefusedException noClusterNamed() {
        return new RefusedException(
                403, "forbidden", "this host names no cluster: name one in the header x-queen-act-cluster");
    }

    public static RefusedException clusterUnknown() {
        return new RefusedException(
                421, "cluster_unknown", "no cluster answers to this host: check the host name of the address you call");
    }

    public static RefusedException clusterSuspended() {
        return new RefusedException(
                403, "cluster_suspended", "this cluster is suspended: ask those who run it; nothing stored was lost");
    }

    /// For everybody who is no live operator, whatever he shows; the same with the switch off.
    public static RefusedException routeBlocked() {
        return new RefusedException(404, "route_blocked", "there is nothing at this path");
    }

    public static RefusedException notFound(String text) {
        return new RefusedException(404, "not_found", text);
    }

    public static RefusedException noDatabase() {
        return new RefusedException(
                503, "not_configured", "this proxy has no database, so it knows nobody: set PXDB_HOST");
    }

    public static RefusedException databaseSilent() {
        return new RefusedException(
                502, "bad_gateway", "the connection to the proxy's database failed: try again in a moment");
    }

    /// What the database would not take although we had let it pass; only the log says which of them.
    public static RefusedException argumentRefused() {
        return new RefusedException(
                400,
                "invalid_request",
                "a value in this request is not allowed here: check it against /console/openapi.json");
    }

    public static RefusedException crossSite() {
        return new RefusedException(
                403, "csrf_rejected", "a page of another origin may not ask for this: open it from the console itself");
    }

    public static RefusedException invalid(String text) {
        return new RefusedException(400, "invalid_request", text);
    }

    public static RefusedException conflict(String text) {
        return new RefusedException(409, "conflict", text);
    }

    /// The reason goes to the log: it is for those who run this.
    public static RefusedException misconfigured(String reason) {
        LOG.error("signin_misconfigured", field("reason", reason));
        return new RefusedException(500, "internal", "sign-in is not set up right here: its log tells what is missing");
    }
}
