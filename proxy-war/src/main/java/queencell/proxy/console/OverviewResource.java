package queencell.proxy.console;

import jakarta.inject.Inject;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.core.Context;
import jakarta.ws.rs.core.Response;
import java.time.InstantSource;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import queencell.proxy.auth.WebRefusals;
import queencell.proxy.cluster.ClusterCatalogue;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.LimitColumn;
import queencell.proxy.limit.PushBlock;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;
import queencell.proxy.meter.UsageReport;
import queencell.proxy.route.Feature;
import queencell.web.JsonAnswer;
import queencell.web.Registered;

/// `GET /api/console/overview`, for every role (proxy console, 4.1).
@Path("api/console/overview")
@Registered
public class OverviewResource {
    private final ClusterCatalogue catalogue;
    private final UsageReport usage;
    private final PushBlocks blocks;
    private final StorageAccounts storage;
    private final InstantSource clock = InstantSource.system();

    @Inject
    OverviewResource(ClusterCatalogue catalogue, UsageReport usage, PushBlocks blocks, StorageAccounts storage) {
        this.catalogue = catalogue;
        this.usage = usage;
        this.blocks = blocks;
        this.storage = storage;
    }

    @GET
    public Response overview(@Context ContainerRequestContext request) {
        ConsoleCall call = ConsoleCall.of(request);
        ClusterContext cluster = call.cluster();
        YearMonth month = YearMonth.from(clock.instant().atOffset(ZoneOffset.UTC));
        Optional<PushBlock> block = blocks.of(cluster);
        long measured = storage.of(cluster.id()).measuredBytes();
        return JsonAnswer.ok(new Overview(
                cluster.slug(),
                cluster.status().name().toLowerCase(Locale.ROOT),
                call.role().wireName(),
                new Overview.Plan(
                        catalogue.planOf(cluster.id()).orElseThrow(WebRefusals::databaseSilent),
                        cluster.limits().monthlyMessagesQuota()),
                new Overview.Usage(month.toString(), usage.messages(cluster.id(), month)),
                block.flatMap(OverviewResource::wireName),
                new Overview.Storage(
                        cluster.limits().maxRetainedBytes(),
                        block.filter(PushBlock.STORAGE::equals).isPresent(),
                        measured < 0 ? OptionalLong.empty() : OptionalLong.of(measured)),
                limits(cluster),
                features(cluster)));
    }

    /// The hold of the control plane shows in `status`.
    private static Optional<String> wireName(PushBlock block) {
        return switch (block) {
            case STORAGE -> Optional.of("storage");
            case MONTHLY -> Optional.of("monthly_quota");
            case STATUS -> Optional.empty();
        };
    }

    private static Map<String, OptionalLong> limits(ClusterContext cluster) {
        Map<String, OptionalLong> limits = new LinkedHashMap<>();
        for (LimitColumn column : LimitColumn.values()) {
            // the quota stands with the plan
            if (column != LimitColumn.MONTHLY_MSGS_QUOTA) {
                limits.put(column.wireName(), cluster.limits().of(column));
            }
        }
        return limits;
    }

    private static Map<String, Boolean> features(ClusterContext cluster) {
        Map<String, Boolean> features = new LinkedHashMap<>();
        for (Feature feature : Feature.values()) {
            features.put(feature.wireName(), cluster.features().allows(feature));
        }
        return features;
    }
}
