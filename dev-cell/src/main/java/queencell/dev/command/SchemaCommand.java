package queencell.dev.command;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import queencell.dev.CellFault;
import queencell.dev.postgres.Databases;
import queencell.dev.postgres.PostgresAddress;
import queencell.schema.SchemaOutcome;
import queencell.schema.SchemaStatus;
import queencell.schema.SchemaUpdate;
import queencell.schema.SchemaUpdateException;

/// Brings schema `queen_proxy` up to date apart from a deployment, by the very change sets that the proxy runs at its
/// start (control plane, 2.2).
@Command(
        name = "schema",
        mixinStandardHelpOptions = true,
        description = "Compare or update schema queen_proxy in the database of PXDB_*, or in the cell's own.")
final class SchemaCommand implements Callable<Integer> {

    private static final String SCHEMA = "queen_proxy";

    /// Of `status`, for scripts: neither "fine" nor "could not tell".
    static final int PENDING = 3;

    @Spec
    CommandSpec spec;

    /// Alone, it prints the help.
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return CommandLine.ExitCode.USAGE;
    }

    @Command(
            name = "apply",
            mixinStandardHelpOptions = true,
            description = {
                "Run what is missing, as the role of PXDB_USER. A second run changes nothing.",
                "A start of the proxy waits up to 60 s for it, and it for a start."
            })
    int apply() {
        PostgresAddress address = database();
        print(System.out, address, guarded(address, update(address)::apply));
        return 0;
    }

    @Command(
            name = "status",
            mixinStandardHelpOptions = true,
            description = "Say what `apply` would run; changes nothing. Ends with 0 when that is nothing, else with 3.")
    int status() {
        PostgresAddress address = database();
        SchemaStatus status = guarded(address, update(address)::status);
        print(System.out, address, status);
        return status.upToDate() ? 0 : PENDING;
    }

    static void print(PrintStream out, PostgresAddress address, SchemaOutcome outcome) {
        outcome.warning().ifPresent(out::println);
        list(out, "applied", outcome.applied());
        list(out, "found in place", outcome.adopted());
        int changes = outcome.applied().size() + outcome.adopted().size();
        out.println(
                changes == 0
                        ? "Schema %s in %s was up to date already.".formatted(SCHEMA, address)
                        : "Schema %s in %s is up to date: %d change sets.".formatted(SCHEMA, address, changes));
    }

    static void print(PrintStream out, PostgresAddress address, SchemaStatus status) {
        status.warning().ifPresent(out::println);
        list(out, "pending", status.pending());
        out.println(
                status.upToDate()
                        ? "Schema %s in %s is up to date.".formatted(SCHEMA, address)
                        : "Schema %s in %s needs %d change sets: run ./cell schema apply."
                                .formatted(SCHEMA, address, status.pending().size()));
    }

    private static void list(PrintStream out, String what, List<String> changeSets) {
        changeSets.forEach(name -> out.printf("%-15s %s%n", what, name));
    }

    private static PostgresAddress database() {
        if (Context.caller().value("PXDB_HOST").isPresent()) {
            return PostgresAddress.given(Context.caller());
        }
        return Context.state()
                .pxdb()
                .orElseThrow(() -> new CellFault("No database to work on: set PXDB_HOST, PXDB_PORT, PXDB_USER, "
                        + "PXDB_PASSWORD and PXDB_DB to one, or start a cell with ./cell up."));
    }

    private static SchemaUpdate update(PostgresAddress address) {
        return SchemaUpdate.of(SCHEMA, () -> Databases.connect(address));
    }

    private static <T> T guarded(PostgresAddress address, Callable<T> work) {
        try {
            return work.call();
        } catch (SchemaUpdateException refused) {
            throw new CellFault(
                    "%s, as %s. Nothing else was changed.".formatted(refused.getMessage(), address), refused);
        } catch (Exception unexpected) {
            throw new IllegalStateException(unexpected);
        }
    }
}
