package queencell.proxy.route;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.proxy.route.Route.Body;
import queencell.proxy.route.Route.PushBlockAsked;
import queencell.proxy.route.RouteClass.Gated;
import queencell.proxy.route.RouteClass.Plain;

/// One row of the ordered rules (pipeline, 5.2): paths, and the class each method gets on them.
///
/// A row whose paths match answers for its methods; other methods go on to the next row, unless the row says that
/// they are blocked. Written as a sentence: `row(6, prefix("/api/v1/pop/queue/")).on("GET", …).elseBlocked()`.
final class RouteRow {
    private final int rule;
    private final List<PathPattern> paths;
    private final List<Answer> answers;
    private final boolean elseBlocked;

    /// @param method empty for any
    private record Answer(String method, Route route) {
        boolean covers(String candidate) {
            return method.isEmpty() || method.equals(candidate);
        }
    }

    private RouteRow(int rule, List<PathPattern> paths, List<Answer> answers, boolean elseBlocked) {
        this.rule = rule;
        this.paths = paths;
        this.answers = answers;
        this.elseBlocked = elseBlocked;
    }

    static RouteRow row(int rule, PathPattern... paths) {
        return new RouteRow(rule, List.of(paths), List.of(), false);
    }

    RouteRow any(Treatment treatment) {
        return on("", treatment);
    }

    RouteRow on(String method, Treatment treatment) {
        List<Answer> more = new ArrayList<>(answers);
        more.add(new Answer(method, treatment.under(rule)));
        return new RouteRow(rule, paths, List.copyOf(more), elseBlocked);
    }

    RouteRow elseBlocked() {
        return new RouteRow(rule, paths, answers, true);
    }

    int rule() {
        return rule;
    }

    /// This row's verdict; empty if the next row is to be asked.
    Optional<Route> judge(String method, String path) {
        if (!matches(path)) {
            return Optional.empty();
        }
        for (Answer answer : answers) {
            if (answer.covers(method)) {
                return Optional.of(answer.route);
            }
        }
        return elseBlocked ? Optional.of(Route.blocked(rule)) : Optional.empty();
    }

    boolean mayMatchBelow(String start) {
        return paths.stream().anyMatch(path -> path.mayMatchBelow(start));
    }

    private boolean matches(String path) {
        for (PathPattern pattern : paths) {
            if (pattern.matches(path)) {
                return true;
            }
        }
        return false;
    }

    /// The columns of the expanded table (pipeline, 5.3) that follow a class.
    record Treatment(RouteClass kind, Body body, PushBlockAsked pushBlock, Special special, OpClass op) {

        static Treatment of(RouteClass kind) {
            OpClass op = kind == Plain.QUEUE_ADMIN ? OpClass.CONFIGURE : OpClass.READ;
            return new Treatment(kind, Body.STREAM, askedFor(kind), Special.NONE, op);
        }

        Treatment buffered(Special special) {
            return new Treatment(kind, Body.BUFFER, pushBlock, special, op);
        }

        Treatment streamed(Special special) {
            return new Treatment(kind, Body.STREAM, pushBlock, special, op);
        }

        Treatment metered(OpClass op) {
            return new Treatment(kind, body, pushBlock, special, op);
        }

        Treatment pushBlock(PushBlockAsked when) {
            return new Treatment(kind, body, when, special, op);
        }

        Route under(int rule) {
            return new Route(rule, kind, body, pushBlock, special, op);
        }

        private static PushBlockAsked askedFor(RouteClass kind) {
            return switch (kind) {
                case Plain.PRODUCE -> PushBlockAsked.AT_GATE;
                case Plain _ -> PushBlockAsked.NEVER;
                case Gated gated ->
                    switch (gated.half()) {
                        case GROW -> PushBlockAsked.AT_GATE;
                        case MIXED -> PushBlockAsked.BY_BODY;
                        case READ, OPEN -> PushBlockAsked.NEVER;
                    };
            };
        }
    }
}
