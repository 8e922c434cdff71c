package queencell.dev.command;

import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/// Hashes a password that is typed at the terminal, and prints the SQL that sets it (proxy console, 5.2).
@Command(
        name = "password",
        mixinStandardHelpOptions = true,
        description = "Ask for a password at the terminal and print the SQL that sets it for an account.")
final class PasswordCommand implements Runnable {

    @Parameters(paramLabel = "EMAIL", description = "The account.")
    String email;

    @Override
    public void run() {
        queencell.signin.PasswordCommand.main(new String[] {email});
    }
}
