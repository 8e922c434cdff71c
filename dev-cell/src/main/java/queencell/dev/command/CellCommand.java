package queencell.dev.command;

import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;
import queencell.dev.CellFault;

/// `./cell`: a whole QueenMQ cell on this machine.
@Command(
        name = "cell",
        mixinStandardHelpOptions = true,
        version = "Queen Cell 1.0.0",
        description = "Runs a whole QueenMQ cell on this machine: PostgreSQL, broker, proxy and Gate.",
        subcommands = {
            DemoCommand.class,
            UpCommand.class,
            StatusCommand.class,
            LogsCommand.class,
            StopCommand.class,
            ResetCommand.class,
            PasswordCommand.class,
            SqlCommand.class,
            SchemaCommand.class,
            ClusterCommand.class
        },
        footerHeading = "%nOf the script itself:%n",
        footer = {
            "  test         Builds and tests everything, under the JDK that ./cell finds.",
            "  test-schema  Tests the schema on PostgreSQL 14, 17 and 18.",
            "",
            "Settings come from the environment: PXDB_* names a PostgreSQL, QUEEN_URL or QUEEN_BIN a broker;",
            "QUEEN_PROXY_*, QUEEN_EDGE_* and QUEEN_LOGIN_* reach the proxy, GATE_* Gate, other QUEEN_* the broker,",
            "LOG_LEVEL all three."
        })
public final class CellCommand implements Callable<Integer> {

    @Spec
    CommandSpec spec;

    /// Alone, it prints the help.
    @Override
    public Integer call() {
        spec.commandLine().usage(spec.commandLine().getOut());
        return 0;
    }

    public static void main(String[] words) {
        // read once, by the first HTTP client of this process: the demo names its tenants by `Host`
        System.setProperty("jdk.httpclient.allowRestrictedHeaders", "host");
        System.exit(commandLine().execute(words));
    }

    static CommandLine commandLine() {
        return new CommandLine(new CellCommand()).setExecutionExceptionHandler((fault, line, _) -> {
            if (fault instanceof CellFault sentence) {
                line.getErr().println(sentence.getMessage());
            } else {
                // a defect of the launcher: the trace is what a report needs
                fault.printStackTrace(line.getErr());
            }
            return 1;
        });
    }
}
