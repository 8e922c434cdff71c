package queencell.dev;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.dev.postgres.PostgresAddress;
import queencell.dev.process.Mark;

/// What one `./cell` command leaves for the next.
///
/// @param launcher who started the cell
/// @param detached whether the cell lives on without its launcher
/// @param parts the processes that were started and not yet ended
/// @param addresses empty before the first start
/// @param pxdb the proxy's database; empty before the first start
/// @param demo what the demo wants remembered (hosts, keys); a missing node when there is none
public record CellState(
        Mark launcher,
        boolean detached,
        List<PartState> parts,
        Optional<Addresses> addresses,
        Optional<PostgresAddress> pxdb,
        JsonNode demo) {

    /// @param name tells it from others of the same part; the part's key where there is only one
    /// @param cleanup a command that removes what stays when the process is killed; may be empty
    public record PartState(Part part, String name, Mark mark, List<String> cleanup) {
        public PartState {
            cleanup = List.copyOf(cleanup);
        }

        public PartState(Part part, Mark mark, List<String> cleanup) {
            this(part, part.key(), mark, cleanup);
        }
    }

    public CellState {
        parts = List.copyOf(parts);
    }

    /// Nothing runs, nothing is remembered.
    public static CellState none() {
        return new CellState(
                new Mark(0, 0), false, List.of(), Optional.empty(), Optional.empty(), MissingNode.getInstance());
    }

    /// Whether somebody stands for this cell: it was detached, or its launcher lives.
    public boolean owned() {
        return anyAlive() && (detached || launcher.alive());
    }

    /// Whether processes live that nobody stands for any more.
    public boolean leftOver() {
        return anyAlive() && !owned();
    }

    public boolean anyAlive() {
        return parts.stream().anyMatch(part -> part.mark().alive());
    }

    /// The process of a part, if it lives.
    public Optional<Long> pid(Part part) {
        return parts.stream()
                .filter(state -> state.name().equals(part.key()) && state.mark().alive())
                .map(state -> state.mark().pid())
                .findFirst();
    }

    CellState with(PartState started) {
        var all = new ArrayList<>(without(started.name()).parts);
        all.add(started);
        return new CellState(launcher, detached, all, addresses, pxdb, demo);
    }

    CellState without(String ended) {
        var rest =
                parts.stream().filter(state -> !state.name().equals(ended)).toList();
        return new CellState(launcher, detached, rest, addresses, pxdb, demo);
    }

    /// The same after everything has ended: addresses, database and demo are remembered.
    public CellState asStopped() {
        return new CellState(launcher, false, List.of(), addresses, pxdb, demo);
    }

    CellState launchedBy(Mark launcher, Addresses addresses) {
        return new CellState(launcher, false, List.of(), Optional.of(addresses), Optional.empty(), demo);
    }

    CellState withDatabase(PostgresAddress pxdb) {
        return new CellState(launcher, detached, parts, addresses, Optional.of(pxdb), demo);
    }

    CellState withDemo(JsonNode demo) {
        return new CellState(launcher, detached, parts, addresses, pxdb, demo);
    }

    CellState asDetached() {
        return new CellState(launcher, true, parts, addresses, pxdb, demo);
    }
}
