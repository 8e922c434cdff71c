package queencell.gate.stage;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import queencell.broker.Message;
import queencell.broker.RawJson;
import queencell.gate.item.ItemReader;
import queencell.gate.item.Payload;
import queencell.gate.plan.NodePlan;
import queencell.gate.plan.Plan;
import queencell.gate.plan.StagePlan;

/// Sorts claimed messages into work, foreign and poison (runtime, 4). Pure and thread-safe.
final class ClaimClassifier {
    private final StagePlan stage;
    private final String graph;
    private final ItemReader reader;
    private final Set<String> pathsStartingHere;
    private volatile Touches sameForAll = new Touches(List.of(), List.of());

    /// What a list of charges means for this path; most nodes have one list for every item.
    private record Touches(List<ItemReader.Charge> charges, List<Touch> touches) {}

    ClaimClassifier(Plan plan, StagePlan stage) {
        this.stage = stage;
        this.graph = plan.graph();
        NodePlan node = plan.node(stage.node()).orElseThrow();
        this.reader = ItemReader.of(node);
        this.pathsStartingHere = plan.pathsStartingAt(stage.source());
    }

    Item classify(Message message) {
        RawJson data = message.data();
        Payload payload = reader.scan(data.array(), data.offset(), data.offset() + data.length());
        if (foreign(payload)) {
            return new Item.Foreign(message);
        }
        if (stage.requiresPathStamp() && !payload.isObject()) {
            return new Item.Poison(
                    message,
                    "node `%s` passes on to an interior queue that several paths read, so the payload has to be an object that can carry the path's name"
                            .formatted(stage.node()));
        }
        return switch (reader.read(payload)) {
            case ItemReader.Inadmissible inadmissible -> new Item.Poison(message, inadmissible.reason());
            case ItemReader.Admissible admissible ->
                payload.unrelayable()
                        .<Item>map(reason -> new Item.Poison(message, reason))
                        .orElseGet(() ->
                                new Item.Work(message, payload, admissible.cost(), touches(admissible.charges())));
        };
    }

    private boolean foreign(Payload payload) {
        Optional<String> path = payload.stampedPath();
        if (stage.checksForeign()) {
            return path.map(name -> !name.equals(stage.path())).orElse(!stage.ownsUnstamped());
        }
        return stage.firstHop() && reenteredByAnother(payload, path);
    }

    /// Several paths may start at one queue; a re-entered item belongs to the one that it names.
    private boolean reenteredByAnother(Payload payload, Optional<String> path) {
        return payload.stampedAttempt().orElse(0) >= 1
                && payload.stampedGraph().filter(graph::equals).isPresent()
                && path.filter(name -> !name.equals(stage.path()) && pathsStartingHere.contains(name))
                        .isPresent();
    }

    private List<Touch> touches(List<ItemReader.Charge> charges) {
        Touches known = sameForAll;
        if (known.charges() == charges) {
            return known.touches();
        }
        List<Touch> touches = charges.stream()
                .map(charge -> new Touch(
                        charge.key(),
                        charge.budget().ceiling(stage.path()),
                        charge.budget().window().seconds(),
                        charge.budget().id(),
                        !charge.budget().unscoped()))
                .toList();
        sameForAll = new Touches(charges, touches);
        return touches;
    }
}
