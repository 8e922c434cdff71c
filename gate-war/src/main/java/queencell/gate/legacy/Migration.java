package queencell.gate.legacy;

import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SequencedMap;
import java.util.Set;
import queencell.gate.document.Egress;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.NameOrder;
import queencell.gate.document.Node;
import queencell.gate.document.Shown;

/// Maps a v1 target or graph to a document (document, 12.3). Never fails: what comes out is judged by the ordinary
/// rules.
final class Migration {

    private static final long MOST_ATTEMPTS = 20;

    private final String application;
    private final String name;
    private final Notes notes = new Notes();

    /// @param name as the URL has it
    Migration(String application, String name) {
        this.application = application;
        this.name = name;
    }

    Notes notes() {
        return notes;
    }

    GraphDocument target(LegacyTarget v1) {
        String graph = name.substring(name.lastIndexOf('.') + 1);
        noteName("target", v1.name(), graph);
        var mapper = new NodeMapper(application, graph, graph, v1.node(), notes);
        Node node = mapper.node(Optional.of(Egress.plain(mapper.consumedQueue(name, ""))));
        SequencedMap<String, Node> nodes = new LinkedHashMap<>();
        nodes.put(graph, node);
        return new GraphDocument(
                application,
                graph,
                v1.version(),
                nodes,
                new PathMapper(notes).ofEntry(graph, v1.node(), List.of(graph), 0, true),
                OptionalLong.empty(),
                OptionalLong.empty(),
                Optional.empty());
    }

    GraphDocument graph(LegacyGraph v1) {
        noteName("graph", v1.name(), name);
        Set<String> consumed = new HashSet<>(v1.consume());
        SequencedMap<String, Node> nodes = new LinkedHashMap<>();
        v1.nodes().keySet().stream().sorted(NameOrder.BYTES).forEach(node -> {
            var mapper = new NodeMapper(application, name, node, v1.nodes().get(node), notes);
            Optional<Egress> egress = consumed.contains(node)
                    ? Optional.of(
                            Egress.described(mapper.consumedQueue(name + "." + node, "/consume"), Optional.empty()))
                    : Optional.empty();
            nodes.put(node, mapper.node(egress));
        });
        noteUnknownConsumers(v1, nodes);
        return new GraphDocument(
                application,
                name,
                v1.version(),
                nodes,
                new PathMapper(notes).ofGraph(v1),
                maxAttempts(v1),
                OptionalLong.empty(),
                Optional.empty());
    }

    private void noteUnknownConsumers(LegacyGraph v1, SequencedMap<String, Node> nodes) {
        for (int i = 0; i < v1.consume().size(); i++) {
            if (!nodes.containsKey(v1.consume().get(i))) {
                notes.add(
                        MigrationNote.CONSUME,
                        "/consume/" + i,
                        "`consume` names node `%s`, which is not declared, and is ignored there.",
                        Shown.name(v1.consume().get(i)));
            }
        }
    }

    private void noteName(String what, String written, String becomes) {
        if (!written.equals(becomes)) {
            notes.add(
                    MigrationNote.NAME,
                    "/name",
                    "the %s `%s` is graph `%s` now: the URL names it%s.",
                    what,
                    Shown.name(written),
                    Shown.name(becomes),
                    what.equals("target") ? ", by the part behind its last dot, and its node too" : "");
        }
    }

    private OptionalLong maxAttempts(LegacyGraph v1) {
        if (v1.breachAttempts().isEmpty()) {
            return OptionalLong.empty();
        }
        long most = v1.breachAttempts().stream().max(Comparator.naturalOrder()).orElseThrow();
        long kept = Math.clamp(most, 1, MOST_ATTEMPTS);
        notes.add(
                MigrationNote.BREACH,
                "/breach",
                "%d breach rules became `maxAttempts` %d. The bound survived, the trigger did not: call reenter when an item"
                        + " fails, and backoff when the vendor asks for a pause. `when` and `retryTo` are ignored.",
                v1.breachAttempts().size(),
                kept);
        if (most > MOST_ATTEMPTS) {
            notes.add(
                    MigrationNote.MAX_ATTEMPTS,
                    "/breach",
                    "`breach.maxAttempts` %d became %d, the most there is: without a bound an item can circulate endlessly.",
                    most,
                    kept);
        }
        return OptionalLong.of(kept);
    }
}
