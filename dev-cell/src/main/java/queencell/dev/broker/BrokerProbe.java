package queencell.dev.broker;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;
import queencell.dev.CellFault;
import queencell.dev.HttpProbe;

/// Finds out whether a broker can carry a cell: it is new enough, honours tenants, and lets KV be written.
public final class BrokerProbe {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KV_CHECK = "/api/v1/kv/queen-cell/launch-check";

    private final URI url;

    public BrokerProbe(URI url) {
        this.url = url;
    }

    public boolean healthy() {
        return HttpProbe.get(url.resolve("/health")).status() == 200;
    }

    /// Refuses a broker that cannot be reached, is no broker, or is too old.
    public BrokerVersion version(String setting) {
        HttpProbe.Answer health = HttpProbe.get(url.resolve("/health"));
        if (health.status() == HttpProbe.UNREACHABLE) {
            throw CellFault.of(
                    "The broker at %s (%s) does not answer: %s. Start it, or unset %s to let ./cell bring its own.",
                    url, setting, health.body(), setting);
        }
        if (health.status() == 503) {
            throw CellFault.of(
                    "The broker at %s (%s) has no database: %s. Start its PostgreSQL.", url, setting, health.body());
        }
        BrokerVersion version = BrokerVersion.parse(versionText(health.body()))
                .orElseThrow(() -> CellFault.of(
                        "What answers at %s (%s) is no QueenMQ broker: GET /health gave %d without a version. Correct %s.",
                        url, setting, health.status(), setting));
        if (version.tooOld()) {
            throw CellFault.of(
                    "The broker at %s (%s) is %s, and Gate needs %s or newer: update it.",
                    url, setting, version, BrokerVersion.OLDEST);
        }
        return version;
    }

    /// Refuses a broker whose settings a cell cannot work with, and names every variable that is missing.
    public void demandSettings(String setting) {
        var missing = new ArrayList<String>();
        if (!honoursTenants()) {
            missing.add("QUEEN_TENANCY_HEADER=true and QUEEN_KV_TRUSTED_PROXY=true (tenants are not told apart)");
        }
        kvRefusal().ifPresent(missing::add);
        if (!missing.isEmpty()) {
            throw CellFault.of(
                    "The broker at %s (%s) lacks settings; start it with %s.",
                    url, setting, String.join(", and ", missing));
        }
    }

    /// With tenancy on, every route refuses a tenant that is no UUID (broker, 19).
    private boolean honoursTenants() {
        return HttpProbe.send("GET", url.resolve("/health"), Map.of("x-queen-tenant", "no-uuid"), "")
                        .status()
                == 400;
    }

    private Optional<String> kvRefusal() {
        HttpProbe.Answer put = HttpProbe.send(
                "PUT",
                url.resolve(KV_CHECK),
                Map.of("Content-Type", "application/json"),
                "{\"value\":1,\"ttlSeconds\":60}");
        return switch (put.status()) {
            case 200 -> Optional.empty();
            case 401 -> Optional.of("JWT_ENABLED=false (it asks for a token)");
            case 403 -> Optional.of("QUEEN_KV_REQUIRE_GRANT=false (KV writes are refused: " + put.body() + ")");
            case 429 ->
                Optional.of("QUEEN_KV_WRITE_RATE=100000 and QUEEN_KV_WRITE_BURST=100000 (KV writes are throttled)");
            default -> Optional.of("working KV (PUT %s answers %d: %s)".formatted(KV_CHECK, put.status(), put.body()));
        };
    }

    private static String versionText(String body) {
        try {
            JsonNode health = JSON.readTree(body);
            return health == null ? "" : health.path("version").asText("");
        } catch (JsonProcessingException _) {
            return "";
        }
    }
}
