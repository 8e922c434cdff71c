package queencell.proxy.cluster;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import queencell.address.ServerAddress;
import queencell.settings.InvalidSettingException;
import queencell.settings.Says;
import queencell.settings.Secret;
import queencell.settings.Setting;

/// How requests find their cluster (pipeline, 3 and 16). Read once at start.
public record ClusterSettings(
        @Says("Slug of the cell this proxy serves; clusters of other cells do not exist for it. Needed as soon as "
                + "`cells` holds more than one row, because limits are exact only at one proxy.")
        @Setting(env = "QUEEN_PROXY_CELL")
        Optional<String> cell,

        @Says("Full host names that name no cluster by themselves: on them the credential does.")
        @Setting(env = "QUEEN_PROXY_SHARED_HOSTS")
        List<String> sharedHosts,

        @Says("Which hosts withhold what they know of a cluster until a live credential was shown: `shared` the listed "
                + "shared hosts, `all` every host of the listener as soon as one shared host is listed.")
        @Setting(env = "QUEEN_PROXY_SHIELD", byDefault = "shared")
        String shield,

        @Says("Slug that an unknown host is taken for; for browsing on localhost, never on a shared cell.")
        @Setting(env = "QUEEN_PROXY_DEFAULT_CLUSTER")
        Optional<String> defaultCluster,

        @Says("How long known clusters and keys are served while the proxy's database does not answer; 0 is off.")
        @Setting(env = "QUEEN_PROXY_STALE_GRACE_MS", byDefault = "600000", min = 0)
        Duration staleGrace,

        @Says("Development: the broker that every host resolves to, without a database.")
        @Setting(env = "QUEEN_PROXY_DEV_CELL_URL")
        Optional<String> devCellUrl,

        @Says("Development: the bearer token for that broker.") @Setting(env = "QUEEN_PROXY_DEV_CELL_TOKEN")
        Secret devCellToken,

        @Says("Development: the broker tenant that every request acts as.")
        @Setting(env = "QUEEN_PROXY_DEV_TENANT", byDefault = "00000000-0000-0000-0000-000000000001")
        String devTenant) {

    public ClusterSettings {
        sharedHosts = sharedHosts.stream()
                .map(host -> HostName.parse(host).canonical())
                .filter(host -> !host.isEmpty())
                .distinct()
                .toList();
        for (String host : sharedHosts) {
            if (!ServerAddress.isHost(host)) {
                throw new InvalidSettingException("""
                        QUEEN_PROXY_SHARED_HOSTS holds `%s`, which is no host: no request would name it. Give full host \
                        names such as api.example.com, without scheme, path and wildcard, other letters as `xn--`\
                        """.formatted(host));
            }
        }
        // slugs are lower case, and so is what a host names
        defaultCluster = defaultCluster
                .map(slug -> slug.strip().toLowerCase(Locale.ROOT))
                .filter(slug -> !slug.isEmpty());
        if (!shield.equals("shared") && !shield.equals("all")) {
            throw new InvalidSettingException(
                    "QUEEN_PROXY_SHIELD is `%s`: it may be `shared` or `all`".formatted(shield));
        }
    }

    /// Whether a request to this host learns nothing of clusters before it has shown a live credential.
    public boolean shields(HostName host) {
        return sharedHosts.contains(host.canonical()) || !sharedHosts.isEmpty() && shield.equals("all");
    }

    public boolean shares(HostName host) {
        return sharedHosts.contains(host.canonical());
    }
}
