package queencell.gate.api;

import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.PathParam;
import jakarta.ws.rs.core.Response;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import queencell.gate.api.Diagnosis.Issue;
import queencell.gate.document.Json;
import queencell.gate.document.Members;
import queencell.gate.graph.GraphId;
import queencell.gate.graph.GraphRuntime;
import queencell.web.RefusedException;

/// What holds a graph's work up (runtime, 16.12; gate console, 7). Never fails because the broker fails: that is a
/// finding.
@Path("/")
public final class DiagnosticsResource {
    private static final int READ_SECONDS = 8;
    private static final String SCOPE =
            "Times count from when this replica first saw a finding; a restart begins anew.";

    private final GraphFinder finder;
    private final Diagnosis diagnosis;
    private final BrokerProbe probe;
    private final InstantSource wall;
    private final Map<GraphId, Map<String, Long>> firstSeen = new ConcurrentHashMap<>();

    DiagnosticsResource(GraphFinder finder, LiveState live, BrokerProbe probe, InstantSource wall) {
        this.finder = finder;
        this.diagnosis = new Diagnosis(live);
        this.probe = probe;
        this.wall = wall;
    }

    @GET
    @Path("api/apps/{app}/graphs/{graph}/diagnostics")
    public Response diagnostics(@PathParam("app") String application, @PathParam("graph") String graph) {
        GraphRuntime runtime = finder.graph(application, graph);
        firstSeen.keySet().removeIf(id -> !finder.knows(id));
        long now = wall.millis();
        List<Issue> issues = issues(runtime, now);
        Map<String, Long> since = since(runtime.id(), issues, now);
        return Answer.ok(new Members()
                .put("at", Json.of(now))
                .put("issues", Json.list(issues, issue -> issue.json(since.get(issue.key()))))
                .put("durationScope", Json.of(SCOPE))
                .object());
    }

    private List<Issue> issues(GraphRuntime runtime, long now) {
        if (!probe.reachable()) {
            return List.of(Diagnosis.broker(probe.url()));
        }
        var issues = new ArrayList<Issue>();
        if (!runtime.running()) {
            issues.add(Diagnosis.stopped());
        }
        issues.addAll(read(runtime, now));
        return issues;
    }

    private List<Issue> read(GraphRuntime runtime, long now) {
        var reading = new FutureTask<>(() -> diagnosis.of(runtime, now));
        Thread.ofVirtual().name("gate-diagnosis").start(reading);
        try {
            return reading.get(READ_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException late) {
            reading.cancel(true);
            return List.of(Diagnosis.unreadable("it took longer than %d s".formatted(READ_SECONDS)));
        } catch (ExecutionException failed) {
            if (failed.getCause() instanceof RefusedException refused) {
                return List.of(Diagnosis.unreadable(refused.getMessage()));
            }
            throw new IllegalStateException("the diagnosis of %s failed".formatted(runtime.id()), failed.getCause());
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            return List.of(Diagnosis.unreadable("Gate is stopping"));
        }
    }

    /// A finding that was not there the last time begins now; one that has gone is forgotten.
    private Map<String, Long> since(GraphId id, List<Issue> issues, long now) {
        return firstSeen.compute(id, (_, before) -> {
            var seen = new TreeMap<String, Long>();
            for (Issue issue : issues) {
                seen.put(issue.key(), before == null ? now : before.getOrDefault(issue.key(), now));
            }
            return Map.copyOf(seen);
        });
    }
}
