package queencell.gate.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import queencell.gate.document.NameOrder;
import queencell.gate.document.Watch;

/// Compares two plans of one graph, part by part. Not thread-safe: one comparison, one object.
final class PlanComparison {

    private static final int NAMES_SHOWN = 10;

    private final Plan before;
    private final Plan after;
    private final List<PlanDiff.Change> changes = new ArrayList<>();
    private final Map<String, NodePlan> nodesBefore;
    private final Map<String, NodePlan> nodesAfter;

    PlanComparison(Plan before, Plan after) {
        this.before = before;
        this.after = after;
        this.nodesBefore = byName(before.nodes());
        this.nodesAfter = byName(after.nodes());
    }

    PlanDiff diff() {
        watch();
        nodes();
        paths();
        stages();
        queues();
        settings();
        // the order of paths and budgets, and what follows from it, has no sentence of its own
        if (changes.isEmpty() && !PlanJson.of(before).equals(PlanJson.of(after))) {
            say("paths or budgets are declared in another order");
        }
        return new PlanDiff(changes);
    }

    private void say(String text, Object... arguments) {
        changes.add(new PlanDiff.Change(String.format(Locale.ROOT, text, arguments), Optional.empty()));
    }

    private void bump(BumpReason reason, String text, Object... arguments) {
        changes.add(new PlanDiff.Change(String.format(Locale.ROOT, text, arguments), Optional.of(reason)));
    }

    private boolean sameMode() {
        return before.watch().isPresent() == after.watch().isPresent();
    }

    private void watch() {
        if (!sameMode()) {
            bump(
                    BumpReason.WATCH_MODE,
                    after.watch().isPresent()
                            ? "watch starts: everything passes and is counted, no budget is enforced"
                            : "watch ends: every budget is enforced");
            return;
        }
        long was = before.watch().map(Watch::durationSeconds).orElse(0L);
        long is = after.watch().map(Watch::durationSeconds).orElse(0L);
        if (was != is) {
            say("the watch lasts %d s instead of %d s", is, was);
        }
    }

    // nodes

    private void nodes() {
        for (String name : union(nodesBefore.keySet(), nodesAfter.keySet())) {
            NodePlan was = nodesBefore.get(name);
            NodePlan is = nodesAfter.get(name);
            if (is == null) {
                bump(BumpReason.NODE_REMOVED, "node %s is removed", Words.name(name));
            } else if (was == null) {
                say("node %s is added", Words.name(name));
            } else {
                node(was, is);
            }
        }
    }

    private void node(NodePlan was, NodePlan is) {
        String node = Words.name(is.name());
        ingress(node, was.ingress(), is.ingress());
        if (!was.egress().equals(is.egress())) {
            say("egress of node %s becomes %s instead of %s", node, egress(is), egress(was));
        }
        if (!was.cost().equals(is.cost())) {
            say("an item at node %s costs %s instead of %s", node, Words.cost(is.cost()), Words.cost(was.cost()));
        }
        // budgets are not part of a watching plan, so there is nothing to compare when the mode changes
        if (sameMode()) {
            new BudgetComparison(was, is, changes).compare();
        }
    }

    private static String egress(NodePlan node) {
        return node.egress()
                .map(egress -> Words.name(egress.queue())
                        + egress.group()
                                .map(group -> " (group " + Words.name(group) + ")")
                                .orElse(""))
                .orElse("none");
    }

    private void ingress(String node, Optional<IngressPlan> was, Optional<IngressPlan> is) {
        Optional<String> queueBefore = was.map(IngressPlan::queue);
        Optional<String> queueAfter = is.map(IngressPlan::queue);
        if (!queueBefore.equals(queueAfter)) {
            bump(
                    BumpReason.INGRESS_MOVED,
                    "node %s is entered by %s instead of %s",
                    node,
                    queueAfter.map(Words::name).orElse("no queue"),
                    queueBefore.map(Words::name).orElse("no queue"));
        }
        if (was.isPresent() && is.isPresent()) {
            flag("the HTTP door of node " + node, was.get().httpPush(), is.get().httpPush(), "opens", "closes");
            flag("shedding at node " + node, was.get().shed(), is.get().shed(), "is turned on", "is turned off");
            if (!was.get().declaredPartitions().equals(is.get().declaredPartitions())) {
                say(
                        "the HTTP door of node %s spreads over %d partitions instead of %d",
                        node, is.get().partitions(), was.get().partitions());
            }
        }
    }

    private void flag(String what, boolean was, boolean is, String on, String off) {
        if (was != is) {
            say("%s %s", what, is ? on : off);
        }
    }

    // paths and stages

    private void paths() {
        Set<String> was = paths(before);
        Set<String> is = paths(after);
        for (String path : was) {
            if (!is.contains(path)) {
                bump(BumpReason.PATH_REMOVED, "path %s is removed", Words.name(path));
            }
        }
        for (String path : is) {
            if (!was.contains(path)) {
                say("path %s is added", Words.name(path));
            }
        }
    }

    private static Set<String> paths(Plan plan) {
        return plan.stages().stream().map(StagePlan::path).collect(Collectors.toCollection(LinkedHashSet::new));
    }

    private record StageKey(String path, String node) {}

    private void stages() {
        Map<StageKey, StagePlan> was = stages(before);
        Map<StageKey, StagePlan> is = stages(after);
        Set<String> survivingPaths = paths(after);
        was.forEach((key, stage) -> {
            StagePlan next = is.get(key);
            // a removed path or node says it all
            boolean told = !survivingPaths.contains(key.path()) || !nodesAfter.containsKey(key.node());
            if (stage.sourceIsInterior()
                    && !told
                    && (next == null || !next.source().equals(stage.source()))) {
                bump(
                        BumpReason.HOP_REMOVED,
                        "path %s no longer takes work from the queue between its hops at node %s",
                        Words.name(key.path()),
                        Words.name(key.node()));
            } else if (next == null && !told) {
                say("path %s no longer starts at node %s", Words.name(key.path()), Words.name(key.node()));
            }
            if (next != null) {
                stage(stage, next);
            }
        });
        Set<String> oldPaths = paths(before);
        is.forEach((key, stage) -> {
            if (!was.containsKey(key) && oldPaths.contains(key.path())) {
                say("path %s passes node %s too", Words.name(key.path()), Words.name(key.node()));
            }
        });
    }

    private static Map<StageKey, StagePlan> stages(Plan plan) {
        Map<StageKey, StagePlan> stages = new LinkedHashMap<>();
        plan.stages().forEach(stage -> stages.putIfAbsent(new StageKey(stage.path(), stage.node()), stage));
        return stages;
    }

    private void stage(StagePlan was, StagePlan is) {
        String where = "path " + Words.name(is.path()) + " at node " + Words.name(is.node());
        if (was.priority() != is.priority()) {
            say("%s: priority %d instead of %d", where, is.priority(), was.priority());
        }
        if (was.share() != is.share()) {
            say("%s: share %s instead of %s", where, Words.number(is.share()), Words.number(was.share()));
        }
        if (was.batch() != is.batch()) {
            say("%s: a claim takes %d messages instead of %d", where, is.batch(), was.batch());
        }
        if (was.concurrency() != is.concurrency()) {
            say(
                    "%s: %s instead of %d",
                    where,
                    Words.many((int) Math.min(is.concurrency(), Integer.MAX_VALUE), "worker", "workers"),
                    was.concurrency());
        }
        if (!destinations(was).equals(destinations(is))) {
            say("%s: goes on to %s instead of %s", where, named(destinations(is)), named(destinations(was)));
        }
    }

    private static List<String> destinations(StagePlan stage) {
        return stage.destinations().stream().map(DestinationPlan::queue).toList();
    }

    // queues and settings

    private void queues() {
        Map<String, QueuePlan> was = before.queues().stream()
                .collect(Collectors.toMap(QueuePlan::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        Map<String, QueuePlan> is = after.queues().stream()
                .collect(Collectors.toMap(QueuePlan::name, Function.identity(), (a, b) -> a, LinkedHashMap::new));
        List<String> added =
                is.keySet().stream().filter(name -> !was.containsKey(name)).toList();
        List<String> gone =
                was.keySet().stream().filter(name -> !is.containsKey(name)).toList();
        if (!added.isEmpty()) {
            say("%s added: %s", Words.many(added.size(), "queue", "queues"), named(added));
        }
        if (!gone.isEmpty()) {
            say(
                    "%s no longer used, and what is in there stays: %s",
                    Words.many(gone.size(), "queue", "queues"), named(gone));
        }
        was.forEach((name, queue) -> {
            QueuePlan next = is.get(name);
            if (next != null && queue.kind() != next.kind()) {
                say(
                        "queue %s is %s instead of %s",
                        Words.name(name), next.kind().word(), queue.kind().word());
            }
        });
    }

    private void settings() {
        if (!before.countersWindowSeconds().equals(after.countersWindowSeconds())) {
            say("roll-ups are %s instead of %s", rollUps(after), rollUps(before));
        }
        if (before.maxAttempts() != after.maxAttempts()) {
            say("one item may re-enter %d times instead of %d", after.maxAttempts(), before.maxAttempts());
        }
    }

    private static String rollUps(Plan plan) {
        OptionalLong seconds = plan.countersWindowSeconds();
        return seconds.isPresent() ? "written every " + seconds.getAsLong() + " s" : "off";
    }

    static String named(Collection<String> names) {
        String shown = names.stream().limit(NAMES_SHOWN).map(Words::name).collect(Collectors.joining(", "));
        if (names.isEmpty()) {
            return "nothing";
        }
        return names.size() > NAMES_SHOWN ? shown + " and " + (names.size() - NAMES_SHOWN) + " more" : shown;
    }

    private static Map<String, NodePlan> byName(List<NodePlan> nodes) {
        Map<String, NodePlan> byName = new LinkedHashMap<>();
        nodes.forEach(node -> byName.put(node.name(), node));
        return byName;
    }

    private static Set<String> union(Set<String> one, Set<String> other) {
        Set<String> union = new TreeSet<>(NameOrder.BYTES);
        union.addAll(one);
        union.addAll(other);
        return union;
    }
}
