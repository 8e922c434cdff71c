package queencell.dev.payara;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import queencell.dev.CellFault;
import queencell.dev.CellFolders;
import queencell.dev.Endpoint;
import queencell.dev.HttpProbe;
import queencell.dev.Part;
import queencell.dev.postgres.PostgresBinaries;
import queencell.dev.process.Child;

/// One WAR in one Payara Micro (platform, 2): separate failure domain, heap and threads.
///
/// Payara's own port carries health and metrics for the cell alone; the application opens its doors itself.
public final class PayaraProcess {

    private static final String ADDRESS = "CELL_ADDRESS";

    private final Part part;
    private final String name;
    private final CellFolders folders;
    private final List<String> jvmOptions;

    /// @param name of its folder and log; the part's key where there is only one
    /// @param jvmOptions after those of `payara-config`, which they override
    public PayaraProcess(Part part, String name, CellFolders folders, List<String> jvmOptions) {
        this.part = part;
        this.name = name;
        this.folders = folders;
        this.jvmOptions = List.copyOf(jvmOptions);
    }

    /// @param cellOnly where Payara listens
    public Child start(Endpoint cellOnly, Map<String, String> environment) {
        Path run = folders.folder("run/" + name);
        forgetApplications(run);
        var variables = new TreeMap<>(environment);
        // the boot commands read it: an option for the address does not exist
        variables.put(ADDRESS, cellOnly.host());
        Path bootCommands = bootCommands(run, variables);
        return Child.start(part, command(run, cellOnly, bootCommands), variables, run, folders.log(name));
    }

    /// Ready means: the application is deployed and says so on the cell-only port, and its own door is open.
    ///
    /// @param door an endpoint of the application itself
    public void await(Child child, Endpoint cellOnly, Endpoint door) {
        child.await(
                () -> HttpProbe.get(door.url().resolve("/readyz")).status() == 200
                        && HttpProbe.get(cellOnly.url().resolve("/cell/health/ready"))
                                        .status()
                                == 200,
                new PayaraLog(),
                Duration.ofMinutes(4));
    }

    List<String> command(Path run, Endpoint cellOnly, Path bootCommands) {
        var command = new ArrayList<String>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("@" + readable(folders.payaraConfig().resolve("jvm.options")));
        command.add("@" + readable(folders.payaraConfig().resolve(part.key() + ".jvm.options")));
        command.addAll(jvmOptions);
        command.addAll(List.of(
                "-jar",
                readable(folders.payaraJar()),
                "--nohazelcast",
                "--disablephonehome",
                "--rootdir",
                run.toString(),
                "--port",
                Integer.toString(cellOnly.port()),
                "--prebootcommandfile",
                readable(bootCommands),
                "--logproperties",
                readable(folders.payaraConfig().resolve("logging.properties")),
                "--deploy",
                readable(folders.war(part)) + ":/"));
        return command;
    }

    /// Payara reads one file, so what its own listeners for tenants or for Gate need is put behind the rest.
    ///
    /// @param variables gets the halves of addresses that the commands read
    Path bootCommands(Path run, Map<String, String> variables) {
        var files = new ArrayList<Path>(List.of(folders.payaraConfig().resolve(part.key() + ".asadmin")));
        if (part == Part.PROXY && "payara".equals(variables.get("QUEEN_PROXY_LISTENER"))) {
            files.add(folders.payaraConfig().resolve("proxy-payara.asadmin"));
        }
        if (part == Part.GATE && "payara".equals(variables.get("GATE_LISTENER"))) {
            listener("INTERNAL", "GATE_BIND", variables);
            files.add(folders.payaraConfig().resolve("gate-payara.asadmin"));
            if (variables.containsKey("GATE_PUBLIC_BIND")) {
                listener("PUBLIC", "GATE_PUBLIC_BIND", variables);
                files.add(folders.payaraConfig().resolve("gate-payara-public.asadmin"));
            }
        }
        return files.size() == 1 ? files.getFirst() : joined(files, run.resolve("boot.asadmin"));
    }

    private static Path joined(List<Path> files, Path all) {
        try {
            var text = new StringBuilder();
            for (Path file : files) {
                text.append(Files.readString(file));
            }
            return Files.writeString(all, text);
        } catch (IOException denied) {
            throw new CellFault(
                    "%s cannot be written: %s. Make its folder writable.".formatted(all, denied.getMessage()), denied);
        }
    }

    private static void listener(String name, String setting, Map<String, String> variables) {
        Endpoint endpoint = Endpoint.parse(setting, variables.get(setting));
        variables.put(name + "_ADDRESS", endpoint.host());
        variables.put(name + "_PORT", Integer.toString(endpoint.port()));
    }

    private static String readable(Path file) {
        if (!Files.isReadable(file)) {
            throw CellFault.of(
                    "%s is missing or may not be read: build with ./cell up, or correct its permissions.", file);
        }
        return file.toString();
    }

    /// A root folder that is used again remembers what was deployed when the process was killed, and a second
    /// application for `/` then fails. Only the unpacked runtime is worth keeping.
    private static void forgetApplications(Path run) {
        try {
            for (String stale : List.of("applications", "generated", "config", "autodeploy", "logs")) {
                PostgresBinaries.remove(run.resolve(stale));
            }
        } catch (IOException denied) {
            throw new CellFault(
                    "%s cannot be cleared: %s. Delete it by hand.".formatted(run, denied.getMessage()), denied);
        }
    }
}
