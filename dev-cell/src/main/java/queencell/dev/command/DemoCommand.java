package queencell.dev.command;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import queencell.dev.Cell;
import queencell.dev.CellPlan;
import queencell.dev.Progress;
import queencell.dev.demo.Demo;

/// Starts the cell, runs its main job on the sample, says what happened, and stays up.
@Command(
        name = "demo",
        mixinStandardHelpOptions = true,
        description = "Start the cell and run its main job on the sample in docs/examples/. Ctrl-C drains and ends it.")
final class DemoCommand implements Callable<Integer> {

    @Option(
            names = "--exit",
            description = "End the cell afterwards, with status 0 only if every figure that was printed was verified.")
    boolean exit;

    @Override
    public Integer call() {
        Progress progress = Context.progress();
        Cell cell = Cell.prepare(CellPlan.forDeveloper(Context.folders(), Context.caller()), progress);
        UpCommand.drainAtTheEnd(cell, progress);
        cell.start();
        List<String> broken = new Demo(cell, System.out).run(exit);
        if (exit) {
            cell.stop();
            return broken.isEmpty() ? 0 : 1;
        }
        UpCommand.print(cell.addresses());
        System.out.println("PostgreSQL   " + cell.pxdb().url());
        printTenants(cell.state().demo());
        System.out.println("Ctrl-C drains and ends the cell.");
        UpCommand.watch(cell);
        return broken.isEmpty() ? 0 : 1;
    }

    private static void printTenants(JsonNode demo) {
        demo.properties()
                .forEach(tenant -> System.out.printf(
                        "tenant %-8s Host: %s  Authorization: Bearer %s%n",
                        tenant.getKey(),
                        tenant.getValue().path("host").asText(),
                        tenant.getValue().path("key").asText()));
    }
}
