package queencell.proxy.state;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.ClusterDirectory;
import queencell.proxy.cluster.LookupCache.Answer;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Pxdb;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.ParkedSlots;
import queencell.proxy.limit.PushBlock;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.limit.StorageEstimate;
import queencell.proxy.registry.QueueRegistry;

/// How one cluster stands, from two sides: `database` is its row of view `cluster_state`, `proxy` what this process
/// remembers and decides by. Holds no secret. Blocks.
@ApplicationScoped
public class ClusterPage {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Databases databases;
    private final ClusterDirectory directory;
    private final Buckets buckets;
    private final ParkedSlots parked;
    private final PushBlocks blocks;
    private final StorageAccounts storage;
    private final MonthlyAccounts months;
    private final QueueRegistry registry;
    private final StateTasks tasks;

    @Inject
    ClusterPage(
            Databases databases,
            ClusterDirectory directory,
            Buckets buckets,
            ParkedSlots parked,
            PushBlocks blocks,
            StorageAccounts storage,
            MonthlyAccounts months,
            QueueRegistry registry,
            StateTasks tasks) {
        this.databases = databases;
        this.directory = directory;
        this.buckets = buckets;
        this.parked = parked;
        this.blocks = blocks;
        this.storage = storage;
        this.months = months;
        this.registry = registry;
        this.tasks = tasks;
    }

    /// @return empty when there is no such cluster
    /// @throws IllegalStateException when nobody knows whether there is: database and memory are both silent
    Optional<JsonNode> of(String slug) {
        // before the look-up, which may read it anew: what matters is how old that is which requests were judged by
        Optional<Duration> age = directory.ageOf(slug);
        return switch (directory.named(slug, true)) {
            case Answer.Found<ClusterContext>(ClusterContext cluster) -> Optional.of(page(cluster, age));
            case Answer.Missing<ClusterContext> missing -> Optional.empty();
            case Answer.Unanswered<ClusterContext> silent ->
                throw new IllegalStateException("the proxy's database does not answer");
        };
    }

    private JsonNode page(ClusterContext cluster, Optional<Duration> age) {
        ObjectNode page = JSON.createObjectNode();
        page.put("cluster", cluster.slug());
        page.set("database", database(cluster));
        ObjectNode proxy = proxy(cluster);
        proxy.put("cache_age_seconds", age.map(Duration::toSeconds).orElse(null));
        page.set("proxy", proxy);
        return page;
    }

    private JsonNode database(ClusterContext cluster) {
        try {
            return databases.pxdb().map(pxdb -> row(pxdb, cluster)).orElseGet(JSON::nullNode);
        } catch (RuntimeException silent) {
            return JSON.createObjectNode().put("error", "the proxy's database does not answer");
        }
    }

    private static JsonNode row(Pxdb pxdb, ClusterContext cluster) {
        var found = new String[] {"null"};
        pxdb.writeJdbc(connection -> {
            try (var query = connection.prepareStatement(
                    "select row_to_json(s)::text from queen_proxy.cluster_state s where cluster_id = ?")) {
                query.setObject(1, cluster.id());
                try (var rows = query.executeQuery()) {
                    if (rows.next()) {
                        found[0] = rows.getString(1);
                    }
                }
            }
        });
        try {
            return JSON.readTree(found[0]);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("row_to_json gave no JSON", impossible);
        }
    }

    private ObjectNode proxy(ClusterContext cluster) {
        ObjectNode proxy = JSON.createObjectNode();
        proxy.put("status", cluster.status().name().toLowerCase(Locale.ROOT));
        proxy.put("push_block", blocks.of(cluster).map(PushBlock::code).orElse(null));
        ArrayNode reasons = proxy.putArray("push_blocks");
        blocks.all(cluster)
                .forEach(
                        block -> reasons.addObject().put("code", block.code()).put("reason", reasonOf(block, cluster)));
        cluster.limits()
                .requestRate()
                .ifPresent(rate -> proxy.put(
                        "request_tokens",
                        buckets.requests().peek(cluster.id(), rate).wholeTokens()));
        cluster.limits()
                .messageRate()
                .ifPresent(rate -> proxy.put(
                        "message_tokens",
                        buckets.messages().peek(cluster.id(), rate).wholeTokens()));
        proxy.put("parked_polls", parked.parkedOf(cluster.id()));
        StorageEstimate estimate = storage.of(cluster.id());
        ObjectNode bytes = proxy.putObject("storage");
        bytes.put("measured_bytes", estimate.measuredBytes() < 0 ? null : (Long) estimate.measuredBytes());
        bytes.put("in_flight_bytes", estimate.inFlightBytes());
        months.used(cluster.id()).ifPresent(used -> proxy.put("month_msgs", used));
        QueueRegistry.Counts counts = registry.countsOf(cluster.id());
        proxy.putObject("registry").put("queues", counts.queues()).put("partitions", counts.partitions());
        tasks.differenceOf(cluster.id()).ifPresent(difference -> proxy.set("meter_check", json(difference)));
        return proxy;
    }

    /// The figures behind a block.
    private String reasonOf(PushBlock block, ClusterContext cluster) {
        return switch (block) {
            case STORAGE -> {
                StorageEstimate estimate = storage.of(cluster.id());
                yield "%d bytes at the broker and %d accepted since, max_retained_bytes is %s"
                        .formatted(
                                Math.max(0, estimate.measuredBytes()),
                                estimate.inFlightBytes(),
                                orNone(cluster.limits().maxRetainedBytes()));
            }
            case MONTHLY ->
                "%d messages this month, monthly_msgs_quota is %s"
                        .formatted(
                                months.used(cluster.id()).orElse(0),
                                orNone(cluster.limits().monthlyMessagesQuota()));
            case STATUS -> "the status of its tenant or its own is push_blocked";
        };
    }

    private static String orNone(OptionalLong limit) {
        return limit.isPresent() ? Long.toString(limit.getAsLong()) : "none";
    }

    private static ObjectNode json(MeterCheck.Difference difference) {
        ObjectNode check = JSON.createObjectNode()
                .put("from", difference.from().toString())
                .put("to", difference.to().toString())
                .put("metered_push", difference.metered().pushed())
                .put("broker_push", difference.broker().pushed())
                .put("push_difference", difference.pushed())
                .put("metered_delivery", difference.metered().delivered())
                .put("broker_delivery", difference.broker().popped())
                .put("delivery_difference", difference.popped());
        ArrayNode minutes = check.putArray("minutes_that_differ");
        difference
                .minutes()
                .forEach(minute -> minutes.addObject()
                        .put("minute", minute.at().toString())
                        .put("metered_push", minute.metered().pushed())
                        .put("broker_push", minute.broker().pushed())
                        .put("metered_delivery", minute.metered().delivered())
                        .put("broker_delivery", minute.broker().popped()));
        return check;
    }
}
