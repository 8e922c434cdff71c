package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.Cell;
import queencell.dev.CellFolders;
import queencell.http.Request;

/// Whoever copies the commands of `docs/gate.md` one after the other must get what the page says.
class GateGuideIT {

    private static final Pattern COMMANDS = Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL);
    private static final Pattern DELIVERED = Pattern.compile("\"listing\":\"(L-[12])\"");

    @Test
    void the_guide_must_not_tell_commands_that_do_not_work(Cell cell, @TempDir Path folder)
            throws IOException, InterruptedException {
        String page = Files.readString(CellFolders.findRoot().resolve("docs/gate.md"));
        String script = COMMANDS.matcher(page)
                .results()
                .map(block -> block.group(1))
                .collect(Collectors.joining("echo\n", "set -eu\n", ""));
        var builder = new ProcessBuilder("sh", "-c", script)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("said").toFile());
        builder.environment().put("GATE", cell.gateUrl().toString());
        builder.environment().put("QUEEN", cell.brokerUrl().toString());
        Process shell = builder.start();
        assertThat(shell.waitFor(60, TimeUnit.SECONDS)).isTrue();
        String said = Files.readString(folder.resolve("said"));
        assertThat(shell.exitValue()).as(said).isZero();
        // both ways in lead to the same way out
        var delivered = new TreeSet<>(listings(said));
        Eventually.holds(() -> {
            delivered.addAll(listings(restOf(cell)));
            assertThat(delivered).containsExactly("L-1", "L-2");
        });
        assertThat(said)
                // what the node holds to, in the plan that the dry run explains
                .contains("per-10s")
                .contains("\"pushed\":1")
                .contains("\"etaSeconds\"")
                // one of the two items, as the page pops once
                .containsPattern(DELIVERED)
                .contains("\"until\"")
                .contains("\"registered\":true");
    }

    private static String restOf(Cell cell) {
        return Request.to(
                        cell.brokerUrl(),
                        "GET",
                        "/api/v1/pop/queue/shop.vendor.out?consumerGroup=vendor-workers&subscriptionMode=all&batch=10&autoAck=true")
                .send()
                .text();
    }

    private static List<String> listings(String said) {
        return DELIVERED.matcher(said).results().map(found -> found.group(1)).toList();
    }
}
