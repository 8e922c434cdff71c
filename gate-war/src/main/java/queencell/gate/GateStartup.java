package queencell.gate;

import static queencell.log.Field.field;

import jakarta.annotation.PostConstruct;
import jakarta.annotation.PreDestroy;
import jakarta.annotation.Resource;
import jakarta.ejb.ConcurrencyManagement;
import jakarta.ejb.ConcurrencyManagementType;
import jakarta.ejb.Singleton;
import jakarta.ejb.Startup;
import jakarta.ejb.TransactionManagement;
import jakarta.ejb.TransactionManagementType;
import jakarta.enterprise.concurrent.ManagedExecutorDefinition;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import queencell.gate.api.PeopleSettings;
import queencell.log.EventLog;
import queencell.settings.ConfigurationPage;
import queencell.settings.SettingsReader;
import queencell.settings.UnknownNames;
import queencell.start.ApplicationStart;

/// Owns the one [Gate] of this process: starts it with the application and stops it with it.
@Singleton
@Startup
@ConcurrencyManagement(ConcurrencyManagementType.BEAN)
@TransactionManagement(TransactionManagementType.BEAN)
@ManagedExecutorDefinition(name = GateStartup.WORKERS, virtual = true)
public class GateStartup {
    static final String WORKERS = "java:app/concurrent/gate";

    private static final EventLog LOG = EventLog.of("gate");

    @Resource(lookup = WORKERS)
    private ManagedExecutorService workers;

    private final AtomicBoolean stopped = new AtomicBoolean();
    private Gate gate;

    @PostConstruct
    void start() {
        ApplicationStart.run(LOG, this::begin);
    }

    private void begin() {
        SettingsReader reader = SettingsReader.ofApplication();
        GateSettings settings = GateSettings.read(reader);
        reader.warnings().forEach(warning -> LOG.warn("setting_mended", field("setting", warning)));
        EventLog.Level.doubt(System.getenv("LOG_LEVEL"))
                .ifPresent(warning -> LOG.warn("setting_mended", field("setting", warning)));
        UnknownNames.of(ConfigurationPage.names(GateSettings.RECORDS), List.of("GATE_"))
                .warnings(System.getenv().keySet())
                .forEach(warning -> LOG.warn("setting_unknown", field("setting", warning)));
        gate = new Gate(settings, workers, () -> SettingsReader.ofApplication().read(PeopleSettings.class));
        if (settings.people().devEmail().isPresent()) {
            LOG.warn(
                    "sign_in_bypassed",
                    field("email", settings.people().devEmail().get()));
        }
        gate.start();
        LOG.info("gate_started", field("broker", settings.broker().url()));
    }

    /// Whether Gate serves, as `/readyz` says it.
    public boolean isReady() {
        return gate != null && gate.isReady();
    }

    /// Stops Gate, once. [StopBeforeUnload] calls it while classes can still be loaded.
    @PreDestroy
    public void stop() {
        if (gate != null && stopped.compareAndSet(false, true)) {
            gate.close();
            LOG.info("gate_stopped");
        }
    }
}
