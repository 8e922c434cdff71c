package queencell.gate.document;

import java.util.List;

/// Writes a document back (document, 1.9). A fixed point: what is written, read and written again is the same bytes.
///
/// Optional fields that are absent are omitted; the fields with a default are always there.
public final class StoredForm {

    /// Twice the longest body. A v1 body of many lanes over one long chain would be written as gigabytes.
    public static final int MOST_MEASURED = 4 << 20;

    private StoredForm() {}

    public static byte[] bytes(GraphDocument document) {
        return JsonWriter.bytes(json(document));
    }

    /// What `document-size` measures: bytes as the broker's store prints them. Exact up to [#MOST_MEASURED]; of
    /// anything longer it is some number above that.
    public static int storedLength(GraphDocument document) {
        return JsonWriter.spacedLength(json(document), MOST_MEASURED);
    }

    public static Json json(GraphDocument document) {
        var root = new Members()
                .put("application", Json.of(document.application()))
                .put("graph", Json.of(document.graph()))
                .put("version", Json.of(document.version()));
        var nodes = new Members();
        document.nodes().forEach((name, node) -> nodes.put(name, node(node)));
        root.put("nodes", nodes.object())
                .put(
                        "paths",
                        new Json.Arr(
                                document.paths().stream().map(StoredForm::path).toList()));
        document.maxAttempts().ifPresent(bound -> root.put("maxAttempts", Json.of(bound)));
        document.countersWindowSeconds()
                .ifPresent(seconds -> root.put(
                        "counters",
                        new Members().put("windowSeconds", Json.of(seconds)).object()));
        document.watch().ifPresent(watch -> root.put("watch", watch(watch)));
        return root.object();
    }

    private static Json node(Node node) {
        var members = new Members()
                .put(
                        "budgets",
                        new Json.Arr(
                                node.budgets().stream().map(StoredForm::budget).toList()))
                .put("cost", cost(node.cost()));
        switch (node.ingress()) {
            case Ingress.Absent absent -> {}
            case Ingress.Off off -> members.put("ingress", Json.FALSE);
            case Ingress.On on -> members.put("ingress", Json.TRUE);
            case Ingress.Described described -> members.put("ingress", ingress(described));
        }
        node.egress().ifPresent(egress -> members.put("egress", egress(egress)));
        node.batch().ifPresent(batch -> members.put("batch", Json.of(batch)));
        node.concurrency().ifPresent(workers -> members.put("concurrency", Json.of(workers)));
        return members.object();
    }

    private static Json budget(Budget budget) {
        var members = new Members()
                .put("id", budget.id().map(Json::of))
                .put("count", Json.of(budget.count()))
                .put("timeMs", Json.of(budget.timeMs()));
        budget.subWindows().ifPresent(parts -> members.put("subWindows", Json.of(parts)));
        return members.put("scopeBy", budget.scopeBy().map(Json::of))
                .put("sharedKey", budget.sharedKey().map(Json::of))
                .put("whenOp", budget.whenOp().map(StoredForm::texts))
                .put("confidence", Json.of(budget.confidence().word()))
                .put("source", budget.source().map(Json::of))
                .put("asOf", budget.asOf().map(Json::of))
                .object();
    }

    private static Json cost(Cost cost) {
        return switch (cost) {
            case Cost.Constant constant -> amount(constant.amount());
            case Cost.FromPayload read ->
                new Members()
                        .put("path", Json.of(read.path()))
                        .put("default", amount(read.byDefault()))
                        .put("max", read.max().map(StoredForm::amount))
                        .object();
        };
    }

    private static Json amount(Amount amount) {
        return new Json.Num(amount.toString());
    }

    private static Json ingress(Ingress.Described ingress) {
        var members = new Members().put("queue", ingress.queue().map(Json::of));
        ingress.partitions().ifPresent(count -> members.put("partitions", Json.of(count)));
        return members.put("http", ingress.http().map(Json::of))
                .put("shed", ingress.shed().map(Json::of))
                .object();
    }

    private static Json egress(Egress egress) {
        return egress.described()
                ? new Members()
                        .put("queue", Json.of(egress.queue()))
                        .put("group", egress.group().map(Json::of))
                        .object()
                : Json.of(egress.queue());
    }

    private static Json path(GraphPath path) {
        var members = new Members().put("name", Json.of(path.name())).put("priority", Json.of(path.priority()));
        path.share().ifPresent(share -> members.put("share", Json.of(share)));
        return members.put(
                        "nodes",
                        new Json.Arr(path.hops().stream().map(StoredForm::hop).toList()))
                .object();
    }

    private static Json hop(Hop hop) {
        return switch (hop) {
            case Hop.Single single -> Json.of(single.node());
            case Hop.FanOut fanOut -> texts(fanOut.nodes());
        };
    }

    private static Json texts(List<String> texts) {
        return new Json.Arr(texts.stream().map(Json::of).toList());
    }

    private static Json watch(Watch watch) {
        var members = new Members().put("durationSeconds", Json.of(watch.durationSeconds()));
        watch.startedAt().ifPresent(at -> members.put("startedAt", Json.of(at)));
        return members.object();
    }
}
