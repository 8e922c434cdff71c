package queencell.gate.legacy;

/// What a migration can say (document, 9.5 and 12.3). Names are public API; one note per object it applies to.
public enum MigrationNote {
    NAME("name", "the graph, and for a target its node, is named by the URL"),
    CAP("cap", "`cap` per `periodSeconds` became `count` per `timeMs`"),
    PERIOD_CLAMPED("period-clamped", "a period too long for milliseconds was cut"),
    ALIGNMENT("alignment", "`rolling` and `calendar` became a number of sub-windows"),
    SCOPE("scope", "a scope became the payload path of one field"),
    MAX_KEYS("maxKeys", "counters are rows with a life of their own, so no number of keys bounds them"),
    STORE("store", "`store: kv` became a shared key, the same counter for the whole application"),
    MATCH("match", "`match.op` became `whenOp`"),
    NODE_BUDGET("node-budget", "a node without a limit for every item got one that limits nothing"),
    COST("cost", "`cost.field` became a payload path, with whole numbers"),
    ENTRY("entry", "an entry became an ingress with a queue of Gate's"),
    ADMITTED("admitted", "partitioning is the producer's now"),
    PACING("pacing", "`pacing.batch` became `batch`; the rest is without effect"),
    SHARDS("shards", "shards are without effect"),
    LANES("lanes", "lanes became paths"),
    LANE_CAP("lane-cap", "the cap of a lane became the share of a path"),
    LANE_CONCURRENCY("lane-concurrency", "workers derive from the budget"),
    CONSUME("consume", "consumers go on popping the same queue"),
    EDGES("edges", "edges became paths, one per entry"),
    BREACH("breach", "the bound of re-entries survived, its trigger did not"),
    EGRESS("egress", "the free text of `egress` is ignored"),
    MAX_ATTEMPTS("max-attempts", "the number of re-entries was cut to 20");

    private final String rule;
    private final String says;

    MigrationNote(String rule, String says) {
        this.rule = rule;
        this.says = says;
    }

    /// Public name, as in `[rule] detail`.
    public String rule() {
        return rule;
    }

    /// In general; the note itself has the names and numbers.
    public String says() {
        return says;
    }
}
