package queencell.tenant;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import queencell.proxy.ProxyProcess;

/// Makes tenants with the control plane's own functions; each has a name that no other test uses.
public final class Tenants {

    static final ObjectMapper JSON = new ObjectMapper();

    private final ControlPlane control;
    private final URI broker;
    private final AtomicInteger made = new AtomicInteger();

    /// @param broker of tenants that name none
    public Tenants(ControlPlane control, URI broker) {
        this.control = control;
        this.broker = broker;
    }

    /// @param proxy where the tenant's requests go
    public Tenant make(PlanDraft plan, ProxyProcess proxy) {
        String slug = "t" + made.incrementAndGet() + "-" + Long.toString(System.nanoTime(), 36);
        String cell = cell(plan, slug);
        String outcome = control.one(
                "select queen_proxy.bootstrap_tenant(?, ?, ?, ?, ?::uuid, ?, null, 'test')::text",
                slug,
                slug,
                slug,
                planCode(plan),
                cell,
                "admin@" + slug + ".test");
        JsonNode ids = json(outcome);
        var cluster = UUID.fromString(ids.get("cluster_id").textValue());
        if (!plan.limits().isEmpty()) {
            control.one(
                    "select queen_proxy.set_limit_override(?::uuid, ?::jsonb)::text",
                    cluster.toString(),
                    text(plan.limits()));
        }
        return new Tenant(
                control,
                proxy,
                slug,
                UUID.fromString(ids.get("tenant_id").textValue()),
                cluster,
                UUID.fromString(ids.get("user_id").textValue()),
                ids.get("api_key").textValue());
    }

    private String cell(PlanDraft plan, String slug) {
        String name = plan.broker().isPresent() ? slug : "shared";
        return control.one(
                """
                insert into queen_proxy.cells (slug, region, base_url, class, cell_secret)
                values (?, 'test', ?, 'shared', ?)
                on conflict (slug) do update set base_url = excluded.base_url
                returning id::text""",
                name,
                plan.broker().orElse(broker).toString(),
                plan.secret().orElse(null));
    }

    /// One plan for each set of features; limits are the cluster's own.
    private String planCode(PlanDraft plan) {
        var features = new TreeMap<String, Boolean>();
        var code = new StringBuilder("test");
        for (var feature : PlanDraft.Feature.values()) {
            boolean on = plan.features().contains(feature);
            features.put(feature.name().toLowerCase(Locale.ROOT), on);
            if (!on) {
                code.append('-').append(feature.name().toLowerCase(Locale.ROOT));
            }
        }
        control.one(
                "select queen_proxy.upsert_plan(?, ?::jsonb)::text",
                code.toString(),
                text(Map.of("cell_class", "shared", "features", features)));
        return code.toString();
    }

    static JsonNode json(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException broken) {
            throw new AssertionError("no JSON: " + text, broken);
        }
    }

    static String text(Object value) {
        try {
            return JSON.writeValueAsString(value);
        } catch (JsonProcessingException broken) {
            throw new AssertionError("cannot be JSON: " + Arrays.asList(value), broken);
        }
    }
}
