package queencell.dev.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/// The proxy's page on a cluster, in words. **Pure.**
final class ClusterWords {
    private final JsonNode database;
    private final JsonNode proxy;
    private final StringBuilder text = new StringBuilder();

    private ClusterWords(JsonNode page) {
        database = page.path("database");
        proxy = page.path("proxy");
    }

    static String of(JsonNode page) {
        var words = new ClusterWords(page);
        words.line("cluster", page.path("cluster").asText());
        words.tellDatabase();
        words.tellProxy();
        return words.text.toString();
    }

    private void tellDatabase() {
        if (database.has("error") || database.isNull()) {
            line("database", database.path("error").asText("there is none"));
            return;
        }
        line(
                "status",
                "%s (tenant %s is %s, cluster is %s)"
                        .formatted(
                                database.path("effective_status").asText(),
                                database.path("tenant_slug").asText(),
                                database.path("tenant_status").asText(),
                                database.path("cluster_status").asText()));
        line(
                "plan",
                "%s, on cell %s"
                        .formatted(
                                database.path("plan_code").asText(),
                                database.path("cell_slug").asText()));
        line("limits", limits());
        line("features", features());
        line(
                "month",
                "%s: %s messages in and out, quota %s"
                        .formatted(
                                database.path("month").asText(),
                                database.path("month_msgs").asText(),
                                orNone(database.path("month_quota"))));
        line(
                "queues",
                "%s with %s partitions"
                        .formatted(
                                database.path("queues").asText(),
                                database.path("partitions").asText()));
        line(
                "keys",
                "%s live, last used %s"
                        .formatted(database.path("live_keys").asText(), orNever(database.path("last_key_use"))));
        line("last metered", orNever(database.path("last_minute")));
        line("last flush", orNever(database.path("last_flush")) + ", of any cluster");
    }

    private String limits() {
        List<String> parts = new ArrayList<>();
        database.path("limits")
                .properties()
                .forEach(limit -> parts.add(limit.getKey() + " " + orNone(limit.getValue())));
        return String.join(", ", parts);
    }

    private String features() {
        List<String> on = new ArrayList<>();
        database.path("features").properties().forEach(feature -> {
            if (feature.getValue().asBoolean()) {
                on.add(feature.getKey());
            }
        });
        return on.isEmpty() ? "none" : String.join(", ", on);
    }

    private void tellProxy() {
        text.append("\nThe running proxy:\n");
        JsonNode block = proxy.path("push_block");
        line("pushes", block.isNull() ? "allowed" : "refused with 403 " + block.asText());
        proxy.path("push_blocks")
                .forEach(each -> line(
                        "because",
                        each.path("reason").asText() + " (" + each.path("code").asText() + ")"));
        JsonNode age = proxy.path("cache_age_seconds");
        line("limits read", age.isNumber() ? age.asText() + " s ago" : "just now");
        if (proxy.has("request_tokens")) {
            line("requests left", proxy.path("request_tokens").asText() + " before the rate counts");
        }
        if (proxy.has("message_tokens")) {
            line("messages left", proxy.path("message_tokens").asText() + " before the rate counts");
        }
        line("parked polls", proxy.path("parked_polls").asText());
        JsonNode storage = proxy.path("storage");
        line(
                "storage",
                "%s bytes at the broker, %s accepted since"
                        .formatted(
                                storage.path("measured_bytes").asText("not measured yet"),
                                storage.path("in_flight_bytes").asText()));
        if (proxy.has("month_msgs")) {
            line("month", proxy.path("month_msgs").asText() + " messages, what is not written yet included");
        }
        line(
                "remembers",
                "%s queues, %s partitions"
                        .formatted(
                                proxy.path("registry").path("queues").asText(),
                                proxy.path("registry").path("partitions").asText()));
        tellCheck(proxy.path("meter_check"));
    }

    private void tellCheck(JsonNode check) {
        if (check.isMissingNode()) {
            line("meter check", "not made yet");
            return;
        }
        line(
                "meter check",
                "%s to %s: %s pushed by the meter and %s by the broker; %s delivered and %s"
                        .formatted(
                                check.path("from").asText(),
                                check.path("to").asText(),
                                check.path("metered_push").asText(),
                                check.path("broker_push").asText(),
                                check.path("metered_delivery").asText(),
                                check.path("broker_delivery").asText()));
        check.path("minutes_that_differ")
                .forEach(minute -> line(
                        "differs",
                        "%s: %s pushed and %s; %s delivered and %s"
                                .formatted(
                                        minute.path("minute").asText(),
                                        minute.path("metered_push").asText(),
                                        minute.path("broker_push").asText(),
                                        minute.path("metered_delivery").asText(),
                                        minute.path("broker_delivery").asText())));
    }

    private static String orNone(JsonNode limit) {
        return limit.isNull() ? "none" : limit.asText();
    }

    private static String orNever(JsonNode time) {
        return time.isNull() || time.isMissingNode() ? "never" : time.asText();
    }

    private void line(String name, String value) {
        text.append("%-14s  %s%n".formatted(name, value));
    }
}
