package queencell.gate.api;

import static queencell.log.Field.field;

import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import org.glassfish.jersey.server.ResourceConfig;
import queencell.listener.EdgeSettings;
import queencell.listener.EventLoops;
import queencell.listener.HostedApplication;
import queencell.listener.HttpListener;
import queencell.listener.ListenerSettings;
import queencell.listener.WorkerThreads;
import queencell.log.EventLog;
import queencell.settings.InvalidSettingException;
import queencell.web.FaultMapper;
import queencell.web.RefusedExceptionMapper;

/// The ports of Gate: the internal API, the public one where it is configured, and the cell's own for health and
/// metrics.
public final class GateListeners implements AutoCloseable {
    private static final EventLog LOG = EventLog.of("gate.api");

    private final EventLoops loops;
    private final List<HttpListener> listeners = new ArrayList<>();

    private GateListeners(EventLoops loops) {
        this.loops = loops;
    }

    /// Opens all ports, or none.
    ///
    /// @param requests runs requests; each may block
    /// @throws InvalidSettingException when an address cannot be used; the text names its setting
    public static GateListeners open(ApiSettings settings, GateApi api, Executor requests) {
        var listeners = new GateListeners(EventLoops.start("gate", WorkerThreads.of(settings.workerThreads())));
        try {
            listeners.start("internal", "GATE_BIND", settings.bind(), api.internal(), settings, requests);
            Optional<String> publicBind = settings.publicBind();
            if (publicBind.isPresent()) {
                listeners.start("public", "GATE_PUBLIC_BIND", publicBind.get(), api.open(), settings, requests);
            }
            listeners.start("cell", "GATE_CELL_BIND", settings.cellBind(), api.cell(), settings, requests);
            return listeners;
        } catch (RuntimeException failed) {
            listeners.close();
            throw failed;
        }
    }

    private void start(
            String name,
            String setting,
            String bind,
            List<Object> components,
            ApiSettings settings,
            Executor requests) {
        InetSocketAddress address = Bind.parse(setting, bind);
        var config = new ResourceConfig();
        components.forEach(config::register);
        config.register(new RefusedExceptionMapper());
        config.register(new ProblemsMapper());
        config.register(new ShedMapper());
        config.register(new FaultMapper());
        EdgeSettings edge = EdgeSettings.defaults();
        try {
            HttpListener listener = HttpListener.start(
                    new ListenerSettings(name, address, Optional.empty(), edge),
                    loops,
                    HostedApplication.of(config),
                    new GatePlanner(settings.maxPushBodyBytes(), edge),
                    requests);
            listeners.add(listener);
            LOG.info("listening", field("listener", name), field("address", listener.address()));
        } catch (UncheckedIOException taken) {
            throw new InvalidSettingException(
                    "%s is `%s`: that address cannot be listened on (%s). Free the port, or set %s to another one."
                            .formatted(setting, bind, taken.getMessage(), setting));
        }
    }

    /// Addresses by order of opening: internal, public where it is configured, cell.
    public List<InetSocketAddress> addresses() {
        return listeners.stream().map(HttpListener::address).toList();
    }

    /// Stops accepting and lets running requests finish.
    public void drain(Duration grace) {
        listeners.forEach(listener -> listener.drain(grace));
    }

    @Override
    public void close() {
        listeners.forEach(HttpListener::close);
        loops.close();
    }
}
