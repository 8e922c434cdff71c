package queencell.gate.stage;

import com.fasterxml.jackson.databind.*;
import java.util.ArrayList;
import java.util.List;
import queencell.broker.Message;
import queencell.gate.plan.*;

final class ClaimClassifier {
    private static final ObjectMapper M = new ObjectMapper();
    private final StagePlan plan;
    private final NodePlan node;

    ClaimClassifier(Plan graph, StagePlan plan) {
        this.plan = plan;
        this.node = graph.node(plan.node()).orElseThrow();
    }

    Item classify(Message message) {
        JsonNode data;
        try {
            data = M.readTree(message.data().bytes());
        } catch (java.io.IOException e) {
            return new Item.Poison(message, e.getMessage());
        }
        if (plan.checksForeign()) {
            JsonNode p = data.path("_gate").path("path");
            boolean owned = p.isTextual() ? p.asText().equals(plan.path()) : plan.ownsUnstamped();
            if (!owned) return new Item.Foreign(message);
        }
        long cost = node.cost().byDefault();
        var touches = new ArrayList<Touch>();
        for (BudgetPlan b : node.budgets()) {
            if (!b.appliesTo(data.path("op").asText(""))) continue;
            String key = b.key();
            if (b.scopeBy().isPresent()) {
                JsonNode v = data;
                for (String s : b.scopeBy().get().segments()) v = v.path(s);
                if (!v.isValueNode() || v.isNull()) return new Item.Poison(message, "no scope");
                key = Names.scopedKey(key, v.asText());
            }
            touches.add(new Touch(
                    key,
                    b.ceiling(plan.path()),
                    b.window().seconds(),
                    b.id(),
                    b.scopeBy().isPresent()));
        }
        return new Item.Work(message, cost, List.copyOf(touches));
    }
}
