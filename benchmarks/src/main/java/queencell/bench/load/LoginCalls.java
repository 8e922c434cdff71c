package queencell.bench.load;

import java.io.IOException;
import java.net.URI;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Map;
import queencell.bench.load.BenchCell.Tenant;
import queencell.dev.CellFault;
import queencell.signin.Passwords;

/// Sign-ins that fail, in each way they can (proxy console, 5).
final class LoginCalls {
    private static final String FORM = "email=%s&password=%s&next=%%2F";

    /// Why a sign-in fails; the answer must not tell.
    enum Failure {
        UNKNOWN("nobody%40bench.test"),
        NO_PASSWORD("nopassword%40bench.test"),
        WRONG("password%40bench.test");

        private final String email;

        Failure(String email) {
            this.email = email;
        }
    }

    private final URI door;
    private final Map<String, String> headers;

    LoginCalls(URI door, Tenant tenant) {
        this.door = door;
        this.headers = Map.of("Host", tenant.host(), "Content-Type", "application/x-www-form-urlencoded");
    }

    /// Makes the accounts that the failures need; the password has the cost that the proxy stores.
    static void makeAccounts(Connection pxdb, Tenant tenant) throws SQLException {
        String id =
                BenchCell.one(pxdb, "select tenant_id::text from queen_proxy.clusters where slug = ?", tenant.slug());
        String create = "select queen_proxy.create_user(?::uuid, ?, ?, 'local')::text";
        BenchCell.one(pxdb, create, id, "nopassword@bench.test", null);
        try (var passwords = new Passwords()) {
            BenchCell.one(
                    pxdb,
                    create,
                    id,
                    "password@bench.test",
                    passwords.hash("the right one").orElseThrow());
        }
    }

    /// One attempt on a connection of the caller.
    void fail(PlainSocket socket, Failure failure) throws IOException {
        socket.post("/auth/login", headers, FORM.formatted(failure.email, "not-the-right-one"));
        PlainSocket.Answer answer = socket.read();
        if (answer.status() != 401) {
            throw CellFault.of("A failed sign-in was answered %d instead of 401.", answer.status());
        }
    }

    /// The same, where the answer is nobody's business: too many at once are turned away.
    void flood(PlainSocket socket) throws IOException {
        socket.post("/auth/login", headers, FORM.formatted(Failure.UNKNOWN.email, "not-the-right-one"));
        socket.read();
    }

    PlainSocket connect() throws IOException {
        return new PlainSocket(door);
    }
}
