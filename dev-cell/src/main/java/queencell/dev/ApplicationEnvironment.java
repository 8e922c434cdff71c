package queencell.dev;

import java.util.List;
import java.util.Map;
import queencell.dev.postgres.PostgresAddress;

/// The variables of the two applications: the caller's own, then what makes them one cell.
final class ApplicationEnvironment {

    private static final String LOCAL_IDENTITY = "dev@localhost";
    private static final List<String> SIGNING_KEYS = List.of(
            "QUEEN_PROXY_JWT_SECRET",
            "QUEEN_PROXY_JWT_ED25519_PEM",
            "QUEEN_PROXY_JWT_ED25519_PUB_PEM",
            "QUEEN_PROXY_JWT_ES256_PEM");

    private final CellPlan plan;
    private final Addresses addresses;

    ApplicationEnvironment(CellPlan plan, Addresses addresses) {
        this.plan = plan;
        this.addresses = addresses;
    }

    /// @param name tells several proxies of one cell apart: each has a spool of its own
    Map<String, String> proxy(String name, PostgresAddress pxdb) {
        Map<String, String> variables = plan.caller().forProxy();
        variables.putAll(pxdb.variables("PXDB_", "DB"));
        variables.put("QUEEN_PROXY_BIND_ADDR", addresses.proxy().host());
        variables.put("QUEEN_PROXY_PORT", Integer.toString(addresses.proxy().port()));
        variables.put("QUEEN_PROXY_CELL_BIND", addresses.proxyCell().toString());
        variables.putIfAbsent(
                "QUEEN_PROXY_SPOOL_DIR", plan.folders().folder(name + "-spool").toString());
        if (!plan.throwAway()) {
            variables.putIfAbsent("QUEEN_PROXY_CELL", CellPlan.SLUG);
        }
        // what is started all the time, and compiles little, has no use for a long one
        variables.putIfAbsent("QUEEN_PROXY_WARM_UP_MS", "250");
        if (SIGNING_KEYS.stream().noneMatch(variables::containsKey)) {
            // without one the console's login answers 503
            variables.put(
                    "QUEEN_PROXY_JWT_SECRET",
                    Secrets.kept(plan.folders().state().resolve("secrets/proxy-jwt")));
        }
        return variables;
    }

    Map<String, String> gate(PostgresAddress history) {
        Map<String, String> variables = plan.caller().forGate();
        variables.putAll(history.variables("PG_", "DATABASE"));
        variables.put("QUEEN_URL", addresses.broker().toString());
        variables.put("GATE_BIND", addresses.gate().toString());
        variables.put("GATE_PUBLIC_BIND", addresses.gatePublic().toString());
        variables.put("GATE_CELL_BIND", addresses.gateCell().toString());
        variables.putIfAbsent(
                "GATE_PUBLIC_URL",
                "http://localhost:%d".formatted(addresses.gatePublic().port()));
        if (loopback(addresses.gatePublic()) && !variables.containsKey("GOOGLE_CLIENT_ID")) {
            // a console that nobody else can reach may write without a sign-in
            variables.putIfAbsent("GATE_DEV_EMAIL", LOCAL_IDENTITY);
            variables.putIfAbsent("GATE_ADMIN_EMAILS", variables.get("GATE_DEV_EMAIL"));
        }
        return variables;
    }

    private static boolean loopback(Endpoint endpoint) {
        return List.of("localhost", "127.0.0.1", "::1").contains(endpoint.host());
    }
}
