package queencell.dev.payara;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.dev.CellFolders;
import queencell.dev.Endpoint;
import queencell.dev.Part;

/// The command with which `docs/operating.md` starts a proxy by hand is the launcher's own: nobody else notices when an
/// option that matters is missing there.
class StartByHandTest {
    private static final Path ROOT = CellFolders.findRoot();

    /// Of these the reader chooses the value.
    private static final List<String> CHOSEN = List.of("--rootdir", "--port");

    private final String block = blockOfThePage();
    private final List<String> words = List.of(block.substring(block.indexOf("java @"))
            .replace("\\\n", " ")
            .strip()
            .split("\\s+"));

    /// The shell lines that hold the command, and what they export before it.
    private static String blockOfThePage() {
        try {
            String page = Files.readString(ROOT.resolve("docs/operating.md"));
            return Pattern.compile("```sh\n(.*?)```", Pattern.DOTALL)
                    .matcher(page)
                    .results()
                    .map(found -> found.group(1))
                    .filter(lines -> lines.contains("java @"))
                    .findFirst()
                    .orElseThrow(() -> new AssertionError("docs/operating.md starts no server by hand any more"));
        } catch (IOException unreadable) {
            throw new AssertionError("docs/operating.md cannot be read", unreadable);
        }
    }

    @Test
    void an_option_of_the_launcher_must_not_be_missing_on_the_page(@TempDir Path root) throws IOException {
        var folders = new CellFolders(root, root.resolve("state"));
        for (String needed : List.of(
                "payara-config/jvm.options",
                "payara-config/proxy.jvm.options",
                "payara-config/proxy.asadmin",
                "payara-config/logging.properties",
                "dev-cell/target/payara-micro.jar",
                "proxy-war/target/proxy-war.war")) {
            Files.createDirectories(root.resolve(needed).getParent());
            Files.createFile(root.resolve(needed));
        }
        var launcher = new PayaraProcess(Part.PROXY, "proxy", folders, List.of());
        Path run = root.resolve("run");
        List<String> launched =
                launcher.command(run, new Endpoint("127.0.0.1", 6719), launcher.bootCommands(run, new TreeMap<>()));

        List<String> fromRoot = launched.stream()
                .map(word -> word.replace(folders.root() + "/", ""))
                .toList();
        assertThat(withoutChosen(words.subList(1, words.size())))
                .as("the page's command without `java`, against the launcher's")
                .isEqualTo(withoutChosen(fromRoot.subList(1, fromRoot.size())));
    }

    private static List<String> withoutChosen(List<String> command) {
        var without = new ArrayList<String>();
        for (int at = 0; at < command.size(); at++) {
            without.add(command.get(at));
            if (CHOSEN.contains(command.get(at))) {
                at++;
            }
        }
        return without;
    }

    @Test
    void a_file_that_the_page_names_must_exist() {
        List<String> named = words.stream()
                .filter(word -> word.contains("payara-config/"))
                .map(word -> word.replaceFirst("^@", ""))
                .toList();

        assertThat(named)
                .isNotEmpty()
                .allSatisfy(file -> assertThat(ROOT.resolve(file)).isReadable());
    }

    @Test
    void a_variable_that_the_boot_commands_read_must_be_exported() throws IOException {
        String commands = Files.readString(ROOT.resolve(words.get(words.indexOf("--prebootcommandfile") + 1)));
        List<MatchResult> read =
                Pattern.compile("\\$\\{ENV=(\\w+)}").matcher(commands).results().toList();

        assertThat(read)
                .isNotEmpty()
                .allSatisfy(variable -> assertThat(block).containsPattern("export .*\\b" + variable.group(1) + "="));
    }
}
