package queencell.gate.stage;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import queencell.broker.Extended;
import queencell.broker.Message;
import queencell.broker.RawJson;
import queencell.gate.document.DocumentReader;
import queencell.gate.document.GraphDocument;
import queencell.gate.document.JsonText;
import queencell.gate.item.ItemReader;
import queencell.gate.item.Payload;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.Plan;

/// Parts that the tests of this room build their cases from.
final class StageFixtures {
    static final StageSettings SETTINGS = new StageSettings(10, 1, Duration.ofSeconds(30), 3, false, false);

    private StageFixtures() {}

    static Plan plan(String json) {
        var parsed = (JsonText.Parsed) JsonText.parse(json.getBytes(java.nio.charset.StandardCharsets.UTF_8));
        GraphDocument document = ((DocumentReader.Read) DocumentReader.read(parsed.value())).document();
        return GraphCompiler.compile(document.named("app", "g"));
    }

    /// One node `n`, an ingress, an egress.
    static Plan oneNode(String nodeMembers) {
        return plan("""
                {"version":1,"nodes":{"n":{"ingress":true,"egress":"out",%s}},"paths":[{"name":"main","nodes":["n"]}]}
                """.formatted(nodeMembers));
    }

    static Message message(String id, String payload) {
        return message(id, payload, "2026-11-30T08:00:00Z");
    }

    static Message message(String id, String payload, String createdAt) {
        return new Message(
                id, id, "0b0e0000-0000-0000-0000-000000000001", "p", "lease-1", RawJson.of(payload), createdAt, 0);
    }

    static Touch touch(String key, long ceiling) {
        return new Touch(key, ceiling, 60, key, false);
    }

    static Touch scoped(String key, long ceiling) {
        return new Touch(key, ceiling, 60, key, true);
    }

    static Item.Work work(String id, long cost, Touch... touches) {
        return work(id, "{}", cost, touches);
    }

    static Item.Work work(String id, String json, long cost, Touch... touches) {
        Plan plan = oneNode("\"budgets\":[{\"count\":1000,\"timeMs\":1000}]");
        Payload payload = ItemReader.of(plan.node("n").orElseThrow()).scan(json.getBytes());
        return new Item.Work(message(id, json), payload, cost, List.of(touches));
    }

    /// `F` is foreign, `W` work on counter `a` with cost 1, `P` poison.
    static Holding holding(String kinds) {
        return holding(kinds, touch("a", 100));
    }

    static Holding holding(String kinds, Touch... touches) {
        List<Item> items = new ArrayList<>();
        IntStream.range(0, kinds.length())
                .forEach(i -> items.add(
                        switch (kinds.charAt(i)) {
                            case 'F' -> new Item.Foreign(message("m" + i, "{}"));
                            case 'P' -> new Item.Poison(message("m" + i, "{}"), "cannot pass");
                            default -> work("m" + i, 1, touches);
                        }));
        return new Holding(lease(1), items);
    }

    static Lease lease(int holders) {
        return keeper().keep("lease-1", holders, (id, seconds) -> new Extended.Renewed(1, java.util.Optional.empty()));
    }

    static LeaseKeeper keeper() {
        return new LeaseKeeper(SETTINGS, Runnable::run, () -> 0);
    }
}
