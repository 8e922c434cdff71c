package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.QueryParam;
import jakarta.ws.rs.core.Response;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.GraphRuntime;
import queencell.gate.stage.StageCounters;
import queencell.gate.stage.TraceRing;

/// What the console reads beside single graphs and lists (runtime, 16.11).
@Path("/")
public final class ConsoleResource {
    private final GraphRegistry registry;
    private final Breaker breaker;
    private final TraceRing traces;
    private final BrokerProbe probe;

    ConsoleResource(GraphRegistry registry, Breaker breaker, TraceRing traces, BrokerProbe probe) {
        this.registry = registry;
        this.breaker = breaker;
        this.traces = traces;
        this.probe = probe;
    }

    @GET
    @Path("api/overview")
    public Response overview() {
        List<GraphRuntime> all = registry.all();
        return Answer.ok(new Members()
                .put("queen", probe.json())
                .put("targets", Json.of((long) all.size()))
                .put("graphs", Json.of((long) all.size()))
                .put("admitted_total", Json.of(sum(all, StageCounters.Counts::admitted)))
                .put("denied_total", Json.of(sum(all, StageCounters.Counts::denied)))
                .put("admitted_per_sec", Json.NULL)
                .put("history_error", Json.NULL)
                .put("budgets_assumed", Json.of(Provenance.assumed(all)))
                .put("budgets_stale", Json.of(Provenance.stale(all, java.time.LocalDate.now(java.time.ZoneOffset.UTC))))
                .object());
    }

    @GET
    @Path("api/apps")
    public Response apps() {
        Map<String, List<GraphRuntime>> applications = registry.all().stream()
                .collect(Collectors.groupingBy(
                        runtime -> runtime.id().application(), java.util.TreeMap::new, Collectors.toList()));
        return Answer.ok(Json.list(
                applications.entrySet(),
                entry -> new Members()
                        .put("application", Json.of(entry.getKey()))
                        .put("targets", Json.of((long) entry.getValue().size()))
                        .put("admitted", Json.of(sum(entry.getValue(), StageCounters.Counts::admitted)))
                        .put("denied", Json.of(sum(entry.getValue(), StageCounters.Counts::denied)))
                        .object()));
    }

    /// Backoffs of the whole fleet that are still held, newest first.
    @GET
    @Path("api/breaches/recent")
    public Response breaches(@QueryParam("limit") String limit) {
        int most = Limits.of(limit, 10, 500);
        return switch (breaker.all()) {
            case Breaker.Records.Unreadable(String text) -> throw Refuse.liveState(text);
            case Breaker.Records.Read read ->
                Answer.ok(Json.list(
                        read.held().values().stream()
                                .sorted(Comparator.comparingLong(Breaker.Held::at)
                                        .reversed())
                                .limit(most)
                                .toList(),
                        ConsoleResource::breach));
        };
    }

    private static Json breach(Breaker.Held held) {
        return new Members()
                .put("at", Json.of(held.at()))
                .put("application", Json.of(held.application()))
                .put("target", Json.of(held.graph() + "." + held.node()))
                .put("graph", Json.of(held.graph()))
                .put("node", Json.of(held.node()))
                .put("retryAfterSeconds", Json.of(held.retryAfterSeconds()))
                .put("until", Json.of(held.until()))
                .put("by", Json.ofNullable(held.by()))
                .object();
    }

    @GET
    @Path("api/traces")
    public Response traces(@QueryParam("outcome") String outcome, @QueryParam("limit") String limit) {
        int most = Limits.of(limit, 100, 500);
        // only refusals are traced, so any other outcome has none
        List<TraceRing.Trace> found = outcome == null || outcome.equals("denied") ? traces.newest(most) : List.of();
        return Answer.ok(Json.list(found, ConsoleResource::trace));
    }

    private static Json trace(TraceRing.Trace trace) {
        return new Members()
                .put("at", Json.of(trace.at()))
                .put("application", Json.of(trace.application()))
                .put("target", Json.of(trace.graph() + "." + trace.node()))
                .put("graph", Json.of(trace.graph()))
                .put("node", Json.of(trace.node()))
                .put("path", Json.of(trace.path()))
                .put("lane", Json.of(trace.path()))
                .put("op", Json.of(""))
                .put("outcome", Json.of("denied"))
                .put("budget_id", Json.of(trace.budget()))
                .put("budgetId", Json.of(trace.budget()))
                .object();
    }

    /// Needs history; without it there is nothing, which is no failure.
    @GET
    @Path("api/flow")
    public Response flow(@QueryParam("minutes") String minutes) {
        Limits.checkMinutes(minutes);
        return Answer.ok(new Members()
                .put("minutes", Answer.array(List.of()))
                .put("applications", Answer.array(List.of()))
                .put("durable", Json.FALSE)
                .object());
    }

    @GET
    @Path("api/rollups")
    public Response rollups(@QueryParam("target") String target, @QueryParam("minutes") String minutes) {
        Limits.checkMinutes(minutes);
        if (target == null || target.isBlank()) {
            throw Refuse.invalid("invalid_document", "`target` is missing: give graph.node or application/graph.node");
        }
        return Answer.ok(Answer.array(List.of()));
    }

    static long sum(List<GraphRuntime> runtimes, Function<StageCounters.Counts, Long> count) {
        return runtimes.stream()
                .flatMap(runtime -> runtime.stages().stream())
                .mapToLong(stage -> count.apply(stage.counts()))
                .sum();
    }
}
