package queencell.schema;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/// Two tenants, their clusters, people and keys, each under a name: SQL given to a world may say `$acme` for an id,
/// and what it answers says `$acme` again. As an extension of a test it ends with it.
final class World implements AutoCloseable, AfterEachCallback {

    static final String HASH = "$2a$10$abcdefghijklmnopqrstuuHq3P0ZyTzOLdYEXCmWhvVOvXY4lJ7Wm";

    private final TestDatabase database;
    private final Notifications notifications;
    private final Map<String, UUID> ids = new LinkedHashMap<>();

    World() {
        database = TestDatabase.withSchema();
        notifications = new Notifications(database);
        name("nobody", UUID.fromString("00000000-0000-4000-8000-000000000000"));
        name(
                "cell",
                "INSERT INTO queen_proxy.cells (slug, region, base_url, class) VALUES ('local', 'eu', 'http://127.0.0.1:6710', 'shared') RETURNING id");
        name("acme", "SELECT queen_proxy.create_tenant('acme', 'Acme')");
        name("one", "SELECT queen_proxy.create_cluster($acme, 'one', 'free', $cell)");
        name("two", "SELECT queen_proxy.create_cluster($acme, 'two', 'pro', $cell)");
        name("ann", "SELECT queen_proxy.create_user($acme, 'ann@acme.example', NULL, 'local')");
        name("bob", "SELECT queen_proxy.create_user($acme, 'bob@acme.example', '%s', 'local')".formatted(HASH));
        call("grant_cluster_role($one, 'ann@acme.example', 'admin')");
        call("grant_cluster_role($two, 'ann@acme.example', 'admin')");
        call("grant_cluster_role($two, 'bob@acme.example', 'viewer')");
        name("key", "SELECT queen_proxy.issue_api_key($one, 'ci', '%s', ARRAY['produce'], $bob)".formatted(hash(1)));
        name("old_key", "SELECT queen_proxy.issue_api_key($one, 'old', '%s', ARRAY['read'])".formatted(hash(2)));
        call("revoke_api_key($old_key)");
        name("other", "SELECT queen_proxy.create_tenant('other', 'Other')");
        name("far", "SELECT queen_proxy.create_cluster($other, 'far', 'dev', $cell)");
        name("zoe", "SELECT queen_proxy.create_user($other, 'zoe@other.example', NULL, 'google')");
        name("closing", "SELECT queen_proxy.create_tenant('closing', 'Closing')");
        call("set_tenant_status($closing, 'deleting')");
        name("frozen", "SELECT queen_proxy.create_tenant('frozen', 'Frozen')");
        call("set_tenant_status($frozen, 'suspended')");
    }

    /// 64 hex digits that differ by number.
    static String hash(long number) {
        return "%064x".formatted(number);
    }

    TestDatabase database() {
        return database;
    }

    UUID id(String name) {
        return ids.get(name);
    }

    UUID name(String name, UUID id) {
        ids.put(name, id);
        return id;
    }

    /// Names the id that a query answers.
    UUID name(String name, String sql) {
        return name(name, database.uuid(resolve(sql)));
    }

    Object value(String sql) {
        Object value = database.value(resolve(sql));
        return value == null ? null : describe(value.toString());
    }

    List<String> column(String sql) {
        return database.rows(resolve(sql)).stream()
                .map(row -> describe(String.valueOf(row.values().iterator().next())))
                .toList();
    }

    void run(String sql) {
        database.run(resolve(sql));
    }

    /// Calls a function of the schema and says all that came of it.
    Effect call(String call) {
        return callThrough("SELECT queen_proxy.%s", call);
    }

    /// The same, through a statement in which `%s` stands for the call.
    Effect callThrough(String statement, String call) {
        // whatever a test did before by hand
        notifications.take();
        run(
                "DROP TABLE IF EXISTS public.seen; CREATE TABLE public.seen AS SELECT id FROM queen_proxy.operations UNION ALL SELECT id FROM queen_proxy.outbox");
        Object result = value(statement.formatted(call));
        return new Effect(
                result == null ? null : result.toString(),
                column("SELECT concat_ws(' ', actor, coalesce(actor_id::text, '-'), action,"
                        + " 'cluster=' || coalesce(cluster_id::text, '-'), 'target=' || target, meta)"
                        + " FROM queen_proxy.operations WHERE id NOT IN (TABLE public.seen) ORDER BY ctid"),
                column("SELECT kind || ' ' || payload"
                        + " FROM queen_proxy.outbox WHERE id NOT IN (TABLE public.seen) ORDER BY ctid"),
                notifications.take().stream().map(this::describe).toList());
    }

    String resolve(String sql) {
        String resolved = sql;
        for (var entry : byLength()) {
            resolved = resolved.replaceAll("\\$" + entry.getKey() + "\\b", "'" + entry.getValue() + "'");
        }
        return resolved;
    }

    String describe(String text) {
        String described = text;
        for (var entry : ids.entrySet()) {
            described = described.replace(entry.getValue().toString(), "$" + entry.getKey());
        }
        return described;
    }

    private List<Map.Entry<String, UUID>> byLength() {
        return ids.entrySet().stream()
                .sorted((left, right) -> right.getKey().length() - left.getKey().length())
                .toList();
    }

    @Override
    public void afterEach(ExtensionContext test) {
        close();
    }

    @Override
    public void close() {
        notifications.close();
    }

    /// What one call did.
    ///
    /// @param operations `actor actor_id action cluster=… target=… meta`, one line a row
    /// @param events `kind payload`, one line a row
    record Effect(String result, List<String> operations, List<String> events, List<String> notifications) {}
}
