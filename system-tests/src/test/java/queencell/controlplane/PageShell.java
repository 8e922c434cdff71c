package queencell.controlplane;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import queencell.Cell;

/// The shell of somebody who copies a page of `docs/` block by block: what one block sets is there for the next.
///
/// @param folder where he stands
record PageShell(Path folder, CommandLine line) {
    private static final String VARIABLES = "PROXY BROKER password key worker_key worker_hash";

    static PageShell in(Path folder, Cell cell) {
        return new PageShell(
                folder,
                new CommandLine(
                        cell.state(),
                        Map.of(
                                "PROXY", cell.proxyUrl().toString(),
                                "BROKER", cell.brokerUrl().toString())));
    }

    /// Runs a block, which must succeed.
    ///
    /// @param page named in a failure
    /// @param input what the block reads
    CommandLine.Outcome run(String page, Page.Block block, String input) throws IOException {
        String script = """
                set -a
                [ ! -f variables ] || . ./variables
                %s
                { declare -p %s 2>/dev/null || :; } >variables
                """.formatted(block.script(), VARIABLES);
        CommandLine.Outcome outcome = line.bash(folder, script, input);
        assertThat(outcome.status())
                .as("%s:%d%n%s%n%s%n%s", page, block.line(), block.script(), outcome.output(), outcome.errors())
                .isZero();
        return outcome;
    }

    /// As [#run], at a terminal: what asks for a password talks to nothing else.
    CommandLine.Outcome runAtTerminal(String page, Page.Block block, String typed) throws IOException {
        return run(
                page,
                new Page.Block(
                        block.heading(),
                        block.line(),
                        "script --quiet --return --command '%s' /dev/null".formatted(block.script())),
                typed);
    }

    /// A variable of the shell: `declare -x name="text"`.
    String variable(String name) throws IOException {
        var variables = new Properties();
        for (String declared : Files.readAllLines(folder.resolve("variables"))) {
            var parts = declared.replaceFirst("^declare -\\S+ ", "").split("=", 2);
            variables.setProperty(parts[0], parts[1].replaceAll("^\"|\"$", ""));
        }
        return variables.getProperty(name);
    }
}
