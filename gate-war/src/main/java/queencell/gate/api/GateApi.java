package queencell.gate.api;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.function.Supplier;
import queencell.broker.TimeLimits;
import queencell.gate.graph.Breaker;
import queencell.gate.graph.Depths;
import queencell.gate.graph.GraphRegistry;
import queencell.gate.graph.Supervisor;
import queencell.gate.signin.GateSignin;
import queencell.gate.signin.SigninResource;
import queencell.gate.stage.StageTools;

/// The resources and filters of each listener.
public final class GateApi {
    private static final TimeLimits PROBE = new TimeLimits(
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1),
            Duration.ofSeconds(1));

    private static final Duration LISTS = Duration.ofSeconds(5);

    private final ApiSettings settings;
    private final Supplier<PeopleSettings> people;
    private final Optional<GateSignin> signin;
    private final List<Object> routes;

    /// @param signin empty where Google is not configured
    /// @param threads runs each piece on a virtual thread of its own
    public GateApi(
            ApiSettings settings,
            Supplier<PeopleSettings> people,
            Optional<GateSignin> signin,
            String brokerUrl,
            Readiness readiness,
            GraphRegistry registry,
            Supervisor supervisor,
            Breaker breaker,
            Depths depths,
            StageTools tools,
            Executor threads) {
        this.settings = settings;
        this.people = people;
        this.signin = signin;
        var probe = new BrokerProbe(tools.broker().within(PROBE).admin(), brokerUrl, System::nanoTime);
        var finder = new GraphFinder(registry);
        var live = new LiveState(tools.counters(), breaker, depths);
        var view = new GraphView(live);
        var door = new FrontDoor(tools.broker(), tools.counters(), tools.wall(), tools.clock());
        var declaring = new Declaring(supervisor, registry);
        this.routes = List.of(
                new GraphResource(finder, view, declaring),
                new PushResource(finder, door),
                new BackoffResource(finder, breaker),
                new ReenterResource(finder, tools.broker(), tools.wall()),
                new EtaResource(finder, live, tools.wall(), tools.clock()),
                new MetricsResource(registry, live, tools.wall()),
                new SyncResource(supervisor),
                new GoneResource(registry),
                new WhoResource(probe),
                new ConsoleResource(registry, breaker, tools.traces(), probe),
                new ListResource(registry, live, tools.wall(), System::nanoTime, new RowReads(threads, LISTS)),
                new DiagnosticsResource(finder, live, probe, tools.wall()),
                new UnconfiguredResource(finder),
                new HealthResource(readiness),
                new DescriptionResource());
    }

    /// No authentication at all: reachable from inside only.
    List<Object> internal() {
        return new ArrayList<>(routes);
    }

    /// The same routes for people.
    List<Object> open() {
        var components = new ArrayList<>(routes);
        components.add(new PublicDoorFilter(settings.publicUrl(), people, signin));
        components.add(new PublicHeadersFilter(settings.publicIsSecure()));
        components.add(new SigninResource(signin, settings.publicIsSecure()));
        return components;
    }
}
