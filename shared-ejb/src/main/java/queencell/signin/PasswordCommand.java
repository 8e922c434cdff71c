package queencell.signin;

import java.io.Console;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;

/// Hashes a password read from the terminal and prints the SQL that sets it, so that no plain text reaches the history
/// of `psql` (proxy console, 5.2). Starts no server and asks no database.
public final class PasswordCommand {
    private static final int SHORTEST_BYTES = 12;

    private PasswordCommand() {}

    /// @param arguments the account's e-mail address
    public static void main(String[] arguments) {
        Console console = System.console();
        if (console == null) {
            System.err.println("no terminal: run this where the password can be typed, not in a pipe");
            System.exit(2);
            return;
        }
        System.exit(run(arguments, prompt -> console.readPassword("%s", prompt), System.out, System.err));
    }

    /// Asks without echo.
    interface Prompt {
        char[] ask(String text);
    }

    static int run(String[] arguments, Prompt prompt, PrintStream out, PrintStream err) {
        Optional<EmailAddress> email =
                arguments.length == 1 ? EmailAddress.parse(arguments[0]) : Optional.<EmailAddress>empty();
        if (email.isEmpty()) {
            err.println("give one e-mail address: the account whose password is set");
            return 2;
        }
        char[] first = prompt.ask("Password (12 to 72 bytes): ");
        char[] second = prompt.ask("Once more: ");
        try {
            return print(email.get(), first, second, out, err);
        } finally {
            wipe(first);
            wipe(second);
        }
    }

    private static int print(EmailAddress email, char[] first, char[] second, PrintStream out, PrintStream err) {
        if (first == null || !Arrays.equals(first, second)) {
            err.println("the two are not the same: nothing was hashed");
            return 1;
        }
        String password = new String(first);
        int bytes = password.getBytes(StandardCharsets.UTF_8).length;
        if (bytes < SHORTEST_BYTES || bytes > Passwords.LONGEST_BYTES) {
            err.println("the password has %d bytes, it must have %d to %d: bcrypt reads no further"
                    .formatted(bytes, SHORTEST_BYTES, Passwords.LONGEST_BYTES));
            return 1;
        }
        out.println("select queen_proxy.set_user_password(%s, '%s');"
                .formatted(quoted(email.folded()), Passwords.hashNow(password)));
        return 0;
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "''") + "'";
    }

    private static void wipe(char[] secret) {
        if (secret != null) {
            Arrays.fill(secret, '\0');
        }
    }
}
