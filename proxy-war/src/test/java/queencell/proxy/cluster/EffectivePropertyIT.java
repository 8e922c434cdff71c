package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tuple;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;
import queencell.proxy.route.Feature;

/// The proxy and `queen_proxy.effective_cluster` must mean the same by one row (control plane, 5.1 to 5.4): an operator
/// who asks the database is told what the proxy enforces.
class EffectivePropertyIT {
    private static final PxdbServer SERVER = PxdbServer.running();
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final List<String> TENANT = List.of("active", "grace", "suspended", "deleting");
    private static final List<String> CLUSTER = List.of("active", "push_blocked", "suspended", "deleting");

    private static Pxdb pxdb;
    private static UUID id;

    @BeforeContainer
    static void open() {
        pxdb = SERVER.pxdb();
        id = SERVER.cluster("effective");
        SERVER.execute("select queen_proxy.upsert_plan('effective', '{\"cell_class\": \"shared\"}')");
        SERVER.execute("select queen_proxy.assign_plan('%s', 'effective')".formatted(id));
    }

    @AfterContainer
    static void close() throws IOException {
        pxdb.close();
    }

    @Property(tries = 250, shrinking = ShrinkingMode.BOUNDED)
    void an_operator_must_be_told_the_limits_that_the_proxy_enforces(
            @ForAll("plans") Map<LimitColumn, Long> plan, @ForAll("overrides") String overrides) throws Exception {
        String columns = Stream.of(LimitColumn.values())
                .map(column -> column.wireName() + " = " + plan.get(column))
                .collect(Collectors.joining(", "));
        write("update queen_proxy.plans set " + columns + " where code = 'effective'");
        write(
                "update queen_proxy.clusters set limit_overrides = ?::jsonb where id = ?::uuid",
                overrides,
                id.toString());

        JsonNode told = askSql().get("limits");
        EffectiveLimits enforced = askJava().limits();

        for (LimitColumn column : LimitColumn.values()) {
            JsonNode number = told.get(column.wireName());
            OptionalLong limit = number.isNull() ? OptionalLong.empty() : OptionalLong.of(number.longValue());
            assertThat(enforced.of(column))
                    .as("%s, plan %s, overrides %s", column.wireName(), plan.get(column), overrides)
                    .isEqualTo(limit);
        }
        assertThat(told.size()).isEqualTo(LimitColumn.values().length);
    }

    @Property(tries = 150)
    void an_operator_must_be_told_the_features_and_the_status_that_the_proxy_enforces(
            @ForAll("featureTexts") String features,
            @ForAll("tenantStatus") String tenant,
            @ForAll("clusterStatus") String cluster)
            throws Exception {
        write("update queen_proxy.plans set features = ?::jsonb where code = 'effective'", features);
        write("update queen_proxy.clusters set status = ? where id = ?::uuid", cluster, id.toString());
        write(
                "update queen_proxy.tenants set status = ? where id ="
                        + " (select tenant_id from queen_proxy.clusters where id = ?::uuid)",
                tenant,
                id.toString());

        JsonNode told = askSql();
        ClusterContext enforced = askJava();

        assertThat(enforced.status().name().toLowerCase(Locale.ROOT))
                .as("tenant %s, cluster %s", tenant, cluster)
                .isEqualTo(told.get("status").textValue());
        for (Feature feature : Feature.values()) {
            String name = feature.wireName();
            assertThat(enforced.features().allows(feature))
                    .as("%s of %s", name, features)
                    .isEqualTo(told.get("features").get(name).booleanValue());
        }
        assertThat(told.get("features").size()).isEqualTo(Feature.values().length);
    }

    /// What the column accepts: unlimited, or a whole number above zero.
    @Provide
    Arbitrary<Map<LimitColumn, Long>> plans() {
        return Arbitraries.maps(
                        Arbitraries.of(LimitColumn.class), Arbitraries.longs().between(1, Long.MAX_VALUE))
                .map(any -> any.entrySet().stream()
                        .collect(Collectors.toMap(
                                Map.Entry::getKey,
                                each -> Math.min(each.getValue(), each.getKey().most()))));
    }

    /// What `set_limit_override` lets through and what a hand-written update may leave there.
    @Provide
    Arbitrary<String> overrides() {
        Arbitrary<String> object = Arbitraries.maps(
                        Arbitraries.of(LimitColumn.class).map(LimitColumn::wireName), values())
                .map(EffectivePropertyIT::objectOf);
        Arbitrary<String> withStrangers = Arbitraries.maps(
                        Arbitraries.of("max_queue", "MAX_QUEUES", "", "features", "max_queues"), values())
                .map(EffectivePropertyIT::objectOf);
        return Arbitraries.frequencyOf(Tuple.of(8, object), Tuple.of(1, withStrangers));
    }

    private static Arbitrary<String> values() {
        Arbitrary<String> whole = Arbitraries.longs().map(String::valueOf);
        Arbitrary<String> edges = Arbitraries.of(
                "null",
                "0",
                "-0",
                "-0.0",
                "5.0",
                "5.00",
                "1e3",
                "1E+3",
                "1.5e1",
                "1.25e1",
                "0.5",
                "-0.5",
                "-5",
                "-5.5",
                "0e5",
                "2147483647",
                "2147483648",
                "2147483647.0",
                "2147483647.5",
                "9223372036854775807",
                "9223372036854775808",
                "9223372036854775807.0",
                "9223372036854775807.5",
                "-9223372036854775809",
                "1e18",
                "1e19",
                "1e400",
                "-1e400",
                "1e-400",
                "123456789012345678901234567890",
                "1e131000",
                "\"5\"",
                "\"\"",
                "\"null\"",
                "true",
                "false",
                "[]",
                "[5]",
                "{}",
                "{\"max_queues\": 5}");
        Arbitrary<String> decimals = Arbitraries.bigDecimals()
                .between(BigDecimal.valueOf(-1e12), BigDecimal.valueOf(1e12))
                .map(BigDecimal::toString);
        Arbitrary<String> huge = Arbitraries.bigIntegers()
                .between(BigInteger.TWO.pow(62), BigInteger.TWO.pow(64))
                .map(BigInteger::toString);
        return Arbitraries.oneOf(whole, edges, edges, decimals, huge);
    }

    @Provide
    Arbitrary<String> featureTexts() {
        Arbitrary<String> key =
                Arbitraries.of("streams", "traces", "kv", "timers", "ephemeral", "Kv", "kv ", "", "max_queues");
        Arbitrary<String> value = Arbitraries.of(
                "true", "true", "false", "null", "1", "\"true\"", "[true]", "{\"kv\": true}", "1.0", "1e5000");
        return Arbitraries.frequencyOf(
                Tuple.of(9, Arbitraries.maps(key, value).map(EffectivePropertyIT::objectOf)),
                Tuple.of(1, Arbitraries.of("[]", "true", "\"kv\"", "null", "5", "[\"kv\"]")));
    }

    @Provide
    Arbitrary<String> tenantStatus() {
        return Arbitraries.of(TENANT);
    }

    @Provide
    Arbitrary<String> clusterStatus() {
        return Arbitraries.of(CLUSTER);
    }

    private static String objectOf(Map<String, String> members) {
        return members.entrySet().stream()
                .map(member -> "\"%s\": %s".formatted(member.getKey(), member.getValue()))
                .collect(Collectors.joining(", ", "{", "}"));
    }

    private static ClusterContext askJava() {
        return new Clusters(pxdb, Optional.empty()).byId(id).orElseThrow();
    }

    private static JsonNode askSql() throws Exception {
        try (Connection connection = pxdb.pool().getConnection();
                PreparedStatement statement =
                        connection.prepareStatement("select queen_proxy.effective_cluster(?::uuid)::text")) {
            statement.setString(1, id.toString());
            try (ResultSet row = statement.executeQuery()) {
                row.next();
                return JSON.readTree(row.getString(1));
            }
        }
    }

    private static void write(String sql, String... values) throws SQLException {
        try (Connection connection = pxdb.pool().getConnection();
                PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < values.length; i++) {
                statement.setString(i + 1, values[i]);
            }
            statement.execute();
        }
    }
}
