package queencell.gate.api;

import static queencell.log.Field.field;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.logging.Level;
import java.util.logging.Logger;
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

/// The ports of Gate: the internal API, and the public one where it is configured. Health and metrics for the cell are
/// on
/// Payara's own port.
public final class GateListeners implements AutoCloseable {
    private static final EventLog LOG = EventLog.of("gate.api");

    /// Jersey takes every registered resource for a provider first, and says of each that it is none.
    private static final Logger JERSEY_PROVIDERS = Logger.getLogger("org.glassfish.jersey.internal.inject.Providers");

    static {
        JERSEY_PROVIDERS.setLevel(Level.SEVERE);
    }

    private final EventLoops loops;
    private final List<HttpListener> listeners = new ArrayList<>();

    private GateListeners(EventLoops loops) {
        this.loops = loops;
    }

    /// Finds out whether all ports could be opened, and leaves them free.
    ///
    /// @throws InvalidSettingException as [#open]
    public static void check(ApiSettings settings) {
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
            throw unusable(setting, bind, taken);
        }
    }

    /// Addresses by order of opening: internal, then public where it is configured.
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
