package queencell.gate.api;

import static queencell.log.Field.field;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.function.Consumer;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.glassfish.jersey.server.ResourceConfig;
import queencell.listener.EdgeSettings;
import queencell.listener.EventLoops;
import queencell.listener.HostedApplication;
import queencell.listener.HttpListener;
import queencell.listener.ListenerSettings;
import queencell.listener.OwnAnswers;
import queencell.listener.ServletHost;
import queencell.listener.ServletHostFilter;
import queencell.listener.WorkerThreads;
import queencell.log.EventLog;
import queencell.settings.InvalidSettingException;
import queencell.task.SideBySide;
import queencell.web.FaultMapper;
import queencell.web.RefusedExceptionMapper;

/// The ports of Gate: the internal API, and the public one where it is configured, on Netty or on Payara's own
/// listeners (`GATE_LISTENER`). Health and metrics for the cell are on Payara's first port.
public final class GateListeners implements AutoCloseable {
    private static final EventLog LOG = EventLog.of("gate.api");

    /// Jersey takes every registered resource for a provider first, and says of each that it is none.
    private static final Logger JERSEY_PROVIDERS = Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");

    static {
        JERSEY_PROVIDERS.setLevel(Level.SEVERE);
    }

    private final EventLoops loops;
    private final List<HttpListener> listeners = new ArrayList<>();
    private final Map<Integer, ServletHost> mounted = new TreeMap<>();

    private final List<Door> doors;
    private final boolean netty;
    private final int maxPushBodyBytes;
    private final Executor requests;

    /// A port to be opened.
    ///
    /// @param setting that holds its address
    private record Door(String name, String setting, String bind, HostedApplication application) {}

    private GateListeners(EventLoops loops, List<Door> doors, ApiSettings settings, Executor requests) {
        this.loops = loops;
        this.doors = List.copyOf(doors);
        this.netty = settings.isNetty();
        this.maxPushBodyBytes = settings.maxPushBodyBytes();
        this.requests = requests;
    }

    /// Finds out whether all ports could be opened, and leaves them free.
    ///
    /// @throws InvalidSettingException as [#open]
    public static void check(ApiSettings settings) {
        if (!settings.isNetty()) {
            // Payara has opened them before the application starts
            return;
        }
        check("GATE_BIND", settings.bind());
        settings.publicBind().ifPresent(bind -> check("GATE_PUBLIC_BIND", bind));
    }

    private static void check(String setting, String bind) {
        try (var socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(Bind.parse(setting, bind));
        } catch (IOException taken) {
            throw unusable(setting, bind, taken);
        }
    }

    private static InvalidSettingException unusable(String setting, String bind, Exception why) {
        return new InvalidSettingException(
                "%s is `%s`: that address cannot be listened on (%s). Free the port, or set %s to another one."
                        .formatted(setting, bind, why.getMessage(), setting));
    }

    private static InvalidSettingException notOpened(Door door, Exception why) {
        return new InvalidSettingException(
                "%s is `%s`, where nobody listens (%s): with GATE_LISTENER=payara the port is opened by Payara's boot commands. Put payara-config/gate-payara.asadmin behind gate.asadmin, and gate-payara-public.asadmin where GATE_PUBLIC_BIND is set."
                        .formatted(door.setting(), door.bind(), why.getMessage()));
    }

    /// Gets everything ready but the ports. Starting JAX-RS takes seconds of CPU, so it is done beside other work.
    ///
    /// @param requests runs requests; each may block
    public static GateListeners prepare(ApiSettings settings, GateApi api, Executor requests) {
        var prepared = new ArrayList<Door>();
        prepared.add(new Door("internal", "GATE_BIND", settings.bind(), application(api.internal())));
        settings.publicBind()
                .ifPresent(bind -> prepared.add(new Door("public", "GATE_PUBLIC_BIND", bind, application(api.open()))));
        return new GateListeners(
                EventLoops.start("gate", WorkerThreads.of(settings.workerThreads())), prepared, settings, requests);
    }

    private static HostedApplication application(List<Object> components) {
        var config = new ResourceConfig();
        components.forEach(config::register);
        config.register(new TargetFilter());
        config.register(new RefusedExceptionMapper());
        config.register(new ProblemsMapper());
        config.register(new ShedMapper());
        config.register(new FaultMapper());
        return HostedApplication.of(config);
    }

    /// Opens all ports, or none.
    ///
    /// @throws InvalidSettingException when an address cannot be used; the text names its setting
    public void open() {
        try {
            doors.forEach(this::open);
        } catch (RuntimeException failed) {
            close();
            throw failed;
        }
    }

    private void open(Door door) {
        EdgeSettings edge = EdgeSettings.defaults();
        var address = Bind.parse(door.setting(), door.bind());
        var planner = new GatePlanner(maxPushBodyBytes, edge);
        if (!netty) {
            var host =
                    new ServletHost(door.name(), edge, OwnAnswers.SILENT, loops, door.application(), planner, requests);
            try {
                ServletHostFilter.mount(address, host);
            } catch (IOException silent) {
                throw notOpened(door, silent);
            }
            mounted.put(address.getPort(), host);
            LOG.info("mounted", field("listener", door.name()), field("port", address.getPort()));
            return;
        }
        try {
            HttpListener listener = HttpListener.start(
                    new ListenerSettings(door.name(), address, Optional.empty(), edge),
                    loops,
                    door.application(),
                    planner,
                    requests);
            listeners.add(listener);
            LOG.info("listening", field("listener", door.name()), field("address", listener.address()));
        } catch (UncheckedIOException taken) {
            throw unusable(door.setting(), door.bind(), taken);
        }
    }

    /// Addresses by order of opening: internal, then public where it is configured.
    public List<InetSocketAddress> addresses() {
        return listeners.stream().map(HttpListener::address).toList();
    }

    /// Stops accepting on all ports at once, and lets running requests finish until the same moment.
    public void drain(Duration grace) {
        List<Consumer<Duration>> ports = new ArrayList<>();
        listeners.forEach(listener -> ports.add(listener::drain));
        mounted.values().forEach(host -> ports.add(host::drain));
        SideBySide.forEach(ports, ports.size(), port -> port.accept(grace));
    }

    @Override
    public void close() {
        listeners.forEach(HttpListener::close);
        mounted.keySet().forEach(ServletHostFilter::unmount);
        loops.close();
    }
}
