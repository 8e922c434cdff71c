package queencell.proxy.access;

import java.util.Collections;
import java.util.Set;
import queencell.proxy.access.Principal.ApiKeyPrincipal;
import queencell.proxy.access.Principal.OperatorPrincipal;
import queencell.proxy.access.Principal.SessionPrincipal;
import queencell.proxy.route.Feature;
import queencell.proxy.route.Route;
import queencell.proxy.route.RouteClass;
import queencell.proxy.route.RouteClass.Gated;
import queencell.proxy.route.RouteClass.Half;
import queencell.proxy.route.RouteClass.Plain;
import queencell.proxy.route.Special;

/// The authorization matrix: class × principal (pipeline, 6.6 and A16).
public final class Authorization {
    public enum Verdict {
        ALLOWED,
        /// 403 `forbidden`.
        FORBIDDEN,
        /// 404 `route_blocked`: the path does not exist for this principal.
        HIDDEN
    }

    private static final Set<Scope> ANY_SCOPE = Set.of(Scope.values());
    private static final Set<Scope> PRODUCE = Set.of(Scope.PRODUCE);
    private static final Set<Scope> CONSUME = Set.of(Scope.CONSUME);
    private static final Set<Scope> PRODUCE_OR_CONSUME = Set.of(Scope.PRODUCE, Scope.CONSUME);
    private static final Set<Scope> ADMIN = Set.of(Scope.ADMIN);
    private static final Set<Scope> READ_OR_ADMIN = Set.of(Scope.READ, Scope.ADMIN);

    private static final Set<Role> ANY_ROLE = Set.of(Role.values());
    private static final Set<Role> PRODUCERS = Set.of(Role.ADMIN, Role.PRODUCER);
    private static final Set<Role> CONSUMERS = Set.of(Role.ADMIN, Role.CONSUMER);
    private static final Set<Role> WRITERS = Set.of(Role.ADMIN, Role.PRODUCER, Role.CONSUMER);
    private static final Set<Role> ADMINS = Set.of(Role.ADMIN);

    private Authorization() {}

    /// Step 6. A transaction gets in with produce or consume authority; which of the two it needs stands in its body,
    /// and [#mayProduce] and [#mayConsume] are asked once that is read (A16).
    public static Verdict judge(Route route, Principal principal) {
        if (route.special() == Special.TRANSACTION) {
            return allowedIf(mayProduce(principal) || mayConsume(principal));
        }
        return judge(route.kind(), principal);
    }

    /// The matrix itself.
    public static Verdict judge(RouteClass kind, Principal principal) {
        return switch (kind) {
            case Plain.PRODUCE -> allowedIf(mayProduce(principal));
            case Plain.CONSUME -> allowedIf(mayConsume(principal));
            case Plain.QUEUE_ADMIN -> allowedIf(holds(principal, ADMIN, ADMINS));
            case Plain.READ -> allowedIf(holds(principal, READ_OR_ADMIN, ANY_ROLE));
            case Plain.OPERATOR -> principal instanceof OperatorPrincipal ? Verdict.ALLOWED : Verdict.HIDDEN;
            case Plain.BLOCKED -> Verdict.HIDDEN;
            case Gated(Feature feature, Half half)
            when half == Half.READ -> allowedIf(holds(principal, ANY_SCOPE, ANY_ROLE));
            case Gated gated -> allowedIf(holds(principal, PRODUCE_OR_CONSUME, WRITERS));
        };
    }

    public static boolean mayProduce(Principal principal) {
        return holds(principal, PRODUCE, PRODUCERS);
    }

    public static boolean mayConsume(Principal principal) {
        return holds(principal, CONSUME, CONSUMERS);
    }

    private static boolean holds(Principal principal, Set<Scope> oneOf, Set<Role> roles) {
        return switch (principal) {
            case ApiKeyPrincipal key -> !Collections.disjoint(key.scopes(), oneOf);
            case SessionPrincipal session -> roles.contains(session.role());
            case OperatorPrincipal operator -> roles.contains(Role.ADMIN);
        };
    }

    private static Verdict allowedIf(boolean allowed) {
        return allowed ? Verdict.ALLOWED : Verdict.FORBIDDEN;
    }
}
