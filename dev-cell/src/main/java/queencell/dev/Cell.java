package queencell.dev;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import queencell.dev.postgres.PostgresAddress;
import queencell.dev.process.Mark;
import queencell.dev.process.Pause;

/// A whole cell on this machine: PostgreSQL, broker, proxy and Gate, as real processes with real data.
///
/// The command line, the demo and the tests drive it through this one object. Calls that start or end parts come from
/// one thread at a time, except [#stop], which may come from a shutdown hook while another call is under way.
public final class Cell implements AutoCloseable {

    private static final Duration PORT_PATIENCE = Duration.ofSeconds(10);

    private final CellPlan plan;
    private final Progress progress;
    private final StateFile stateFile;
    private final PartStarter starter;
    private final CellLock lock;

    private CellState state;
    private boolean stopping;

    private Cell(CellPlan plan, Progress progress, CellLock lock, CellState state, PartStarter starter) {
        this.plan = plan;
        this.progress = progress;
        this.lock = lock;
        this.state = state;
        this.starter = starter;
        this.stateFile = new StateFile(plan.folders().stateFile());
    }

    /// Claims the state folder, ends what a killed launcher left there, finds a broker and chooses the ports. Nothing
    /// runs yet.
    public static Cell prepare(CellPlan plan, Progress progress) {
        CellLock lock = CellLock.take(plan.folders());
        try {
            CellState before = new StateFile(plan.folders().stateFile()).read();
            if (before.owned()) {
                throw CellFault.of(
                        "A cell is already up in %s: use it (./cell status) or end it (./cell stop).",
                        plan.folders().state());
            }
            Leftovers.end(plan.folders(), progress);
            if (plan.throwAway()) {
                CellData.forget(plan.folders());
                before = CellState.none();
            }
            var starter = PartStarter.find(plan, progress);
            var launcher = Mark.of(ProcessHandle.current());
            return new Cell(plan, progress, lock, before.launchedBy(launcher, starter.addresses()), starter);
        } catch (RuntimeException fault) {
            lock.close();
            throw fault;
        }
    }

    /// Starts every part of the plan and returns when all are ready. When one does not come up, all end again and the
    /// fault says why.
    public Cell start() {
        try {
            keepOldLogs();
            save(state);
            if (plan.parts().contains(Part.POSTGRES)) {
                start(Part.POSTGRES);
                save(state.withDatabase(starter.pxdb()));
            }
            startTogether(
                    plan.parts().stream().filter(part -> part != Part.POSTGRES).toList());
            return this;
        } catch (RuntimeException fault) {
            if (isStopping()) {
                throw new CellFault("The cell was stopped while it started.", fault);
            }
            stop();
            throw fault;
        }
    }

    /// Starts one part (again) and returns when it is ready. Does nothing for a part that was given to the cell.
    public void start(Part part) {
        starter.launch(part).ifPresent(launched -> {
            remember(launched.state());
            launched.awaitReady();
            progress.step("%s is ready: %s".formatted(part.title(), starter.whereabouts(part)));
        });
    }

    /// Starts one more proxy and returns when it is ready.
    ///
    /// @param name letters and hyphens; it names its log
    /// @param variables its settings, over those of the cell's own proxy; `PXDB_*` too
    public ExtraProxy startProxy(String name, Map<String, String> variables) {
        var proxy = new ExtraProxy(
                name,
                starter.anyEndpoint(),
                starter.anyEndpoint(),
                plan.folders().log(name));
        var launched = starter.another(proxy, variables);
        remember(launched.state());
        launched.awaitReady();
        progress.step("proxy %s is ready: %s".formatted(name, proxy.door().url()));
        return proxy;
    }

    /// Ends one part in good order; the others stay.
    public void stop(Part part) {
        stop(part.key());
    }

    public void stop(ExtraProxy proxy) {
        stop(proxy.name());
    }

    private void stop(String name) {
        find(name).ifPresent(running -> {
            Ending.end(running, progress);
            forget(name);
        });
    }

    /// Kills one part, as a crash would.
    public void kill(Part part) {
        find(part.key()).ifPresent(running -> {
            Ending.kill(running);
            forget(part.key());
        });
    }

    /// Whether the part's process lives.
    public boolean alive(Part part) {
        return find(part.key()).filter(running -> running.mark().alive()).isPresent();
    }

    public Addresses addresses() {
        return starter.addresses();
    }

    /// The proxy's database, schema `queen_proxy`.
    public PostgresAddress pxdb() {
        return starter.pxdb();
    }

    /// The database of Gate's history.
    public PostgresAddress gateHistory() {
        return starter.gateHistory();
    }

    public Path log(Part part) {
        return plan.folders().log(part);
    }

    public CellFolders folders() {
        return plan.folders();
    }

    public synchronized CellState state() {
        return state;
    }

    /// Keeps what `./cell status --json` shows under `demo`, over restarts and until `./cell reset`.
    public synchronized void remember(JsonNode demo) {
        save(state.withDemo(demo));
    }

    /// Waits until a part ends that should live, or until the cell is stopped.
    ///
    /// @return the part that ended; empty when the cell was stopped
    public Optional<Part> awaitEnd() {
        while (true) {
            List<CellState.PartState> watched;
            synchronized (this) {
                if (stopping) {
                    return Optional.empty();
                }
                watched = state.parts();
            }
            for (CellState.PartState part : watched) {
                if (!part.mark().alive() && find(part.name()).isPresent() && !isStopping()) {
                    return Optional.of(part.part());
                }
            }
            Pause.millis(250);
        }
    }

    /// Lets the processes live on without this launcher.
    public synchronized void detach() {
        save(state.asDetached());
        lock.close();
    }

    /// Drains and ends everything: proxy and Gate, then the broker, then PostgreSQL. Safe to call twice.
    public void stop() {
        synchronized (this) {
            if (stopping) {
                return;
            }
            stopping = true;
        }
        Ending.end(state().parts(), progress);
        synchronized (this) {
            // a part that was being started while the others ended
            Ending.end(state.parts(), progress);
            save(state.asStopped());
        }
        lock.close();
    }

    @Override
    public void close() {
        stop();
    }

    private void startTogether(List<Part> parts) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            var started = new ExecutorCompletionService<Part>(threads);
            parts.forEach(part -> started.submit(() -> start(part), part));
            for (int i = 0; i < parts.size(); i++) {
                try {
                    started.take().get();
                } catch (ExecutionException failed) {
                    // the others need not become ready any more
                    threads.shutdownNow();
                    throw failed.getCause() instanceof CellFault fault
                            ? fault
                            : new CompletionException(failed.getCause());
                } catch (InterruptedException interrupted) {
                    threads.shutdownNow();
                    Thread.currentThread().interrupt();
                    throw new CellFault("Interrupted while the cell was starting.", interrupted);
                }
            }
        }
    }

    private synchronized void remember(CellState.PartState started) {
        save(state.with(started));
        if (stopping) {
            Ending.kill(started);
            throw new CellFault("The cell is being stopped.");
        }
    }

    private synchronized void forget(String name) {
        save(state.without(name));
    }

    private synchronized Optional<CellState.PartState> find(String name) {
        return state.parts().stream()
                .filter(running -> running.name().equals(name))
                .findFirst();
    }

    private synchronized boolean isStopping() {
        return stopping;
    }

    private synchronized void save(CellState next) {
        state = next;
        stateFile.write(next);
    }

    /// One generation is kept, because the interesting log is often that of the start before.
    private void keepOldLogs() {
        for (Part part : Part.values()) {
            Path log = plan.folders().log(part);
            try {
                if (Files.exists(log)) {
                    Files.move(log, log.resolveSibling(log.getFileName() + ".1"), StandardCopyOption.REPLACE_EXISTING);
                }
            } catch (IOException denied) {
                throw new CellFault(
                        "The log %s cannot be moved aside: %s. Make its folder writable."
                                .formatted(log, denied.getMessage()),
                        denied);
            }
        }
    }
}
