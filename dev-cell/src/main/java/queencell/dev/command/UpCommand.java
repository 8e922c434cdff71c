package queencell.dev.command;

import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import queencell.dev.Addresses;
import queencell.dev.Cell;
import queencell.dev.CellFault;
import queencell.dev.CellPlan;
import queencell.dev.CellState;
import queencell.dev.Part;
import queencell.dev.Progress;
import queencell.dev.postgres.DevelopmentFixture;
import queencell.dev.process.LogTail;

/// Starts the cell; stays until Ctrl-C, or leaves it running.
@Command(name = "up", mixinStandardHelpOptions = true, description = "Start the cell. Ctrl-C drains and ends it.")
final class UpCommand implements Callable<Integer> {

    private static final int TAIL_LINES = 20;

    @Option(names = "--detach", description = "Leave the cell running in the background; ./cell stop ends it.")
    boolean detach;

    @Option(names = "--optimise", description = "Full compiler: faster under load, twice as long to start.")
    boolean optimise;

    @Option(names = "--broker-port", paramLabel = "PORT", description = "Default: 6632, or the next free port.")
    int brokerPort;

    @Option(names = "--postgres-port", paramLabel = "PORT", description = "Default: 6740, or the next free port.")
    int postgresPort;

    @Option(
            names = "--force-fixture",
            description = "Make the development tenant even in a PostgreSQL that is not on this machine. Its key and "
                    + "password are public.")
    boolean forceFixture;

    @Override
    public Integer call() {
        CellState before = Context.state();
        if (before.owned()) {
            System.out.println("The cell is already up.");
            before.addresses().ifPresent(UpCommand::print);
            return 0;
        }
        Progress progress = Context.progress();
        var plan = CellPlan.forDeveloper(Context.folders(), Context.caller()).withPorts(brokerPort, postgresPort);
        Cell cell = Cell.prepare(optimise ? plan.optimised() : plan, progress);
        Thread drain = drainAtTheEnd(cell, progress);
        cell.start();
        print(cell.addresses());
        makeDevelopmentTenant(cell);
        if (detach) {
            Runtime.getRuntime().removeShutdownHook(drain);
            cell.detach();
            System.out.println("The cell runs in the background: ./cell status, ./cell logs, ./cell stop.");
            return 0;
        }
        System.out.println("Ctrl-C drains and ends the cell.");
        watch(cell);
        return 0;
    }

    private void makeDevelopmentTenant(Cell cell) {
        if (!forceFixture && !DevelopmentFixture.suits(cell.pxdb())) {
            System.out.printf(
                    "No development tenant: %s is not on this machine, and its key and password are public; "
                            + "--force-fixture makes it all the same.%n",
                    cell.pxdb());
            return;
        }
        DevelopmentFixture.apply(cell.pxdb(), cell.addresses().broker());
        System.out.printf(
                "tenant dev   Host: %s  Authorization: Bearer %s%nlogin        %s, password %s%n",
                DevelopmentFixture.HOST, DevelopmentFixture.KEY, DevelopmentFixture.LOGIN, DevelopmentFixture.PASSWORD);
    }

    /// Ends the cell in good order when the launcher ends, by whatever way.
    static Thread drainAtTheEnd(Cell cell, Progress progress) {
        var drain = new Thread(() -> drain(cell, progress), "drain");
        Runtime.getRuntime().addShutdownHook(drain);
        return drain;
    }

    /// Returns when the cell is stopped by a signal; a part that ends by itself takes the others with it.
    static void watch(Cell cell) {
        Optional<Part> ended = cell.awaitEnd();
        ended.ifPresent(part -> {
            LogTail.last(cell.log(part), TAIL_LINES).forEach(System.err::println);
            throw CellFault.of(
                    "%s ended by itself, so the cell ends. Its log: %s; start again with ./cell up.",
                    part.sentenceBegin(), cell.log(part));
        });
    }

    private static void drain(Cell cell, Progress progress) {
        if (cell.state().anyAlive()) {
            progress.step("Draining");
        }
        cell.stop();
    }

    static void print(Addresses addresses) {
        System.out.printf(
                """

                proxy        %s
                Gate         %s
                Gate console %s
                broker       %s
                proxy health %s/cell/health
                %n""",
                addresses.proxy().url(),
                addresses.gate().url(),
                addresses.gatePublic().url(),
                addresses.broker(),
                addresses.proxyCell().url());
    }
}
