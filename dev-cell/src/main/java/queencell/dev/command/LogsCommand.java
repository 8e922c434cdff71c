package queencell.dev.command;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import queencell.dev.CellFault;
import queencell.dev.CellFolders;
import queencell.dev.Part;
import queencell.dev.process.LogTail;
import queencell.dev.process.Pause;

/// Shows logs: the end of one or of all, or everything that both applications wrote about one request.
@Command(name = "logs", mixinStandardHelpOptions = true, description = "Show logs, or follow one request.")
final class LogsCommand implements Callable<Integer> {

    private static final Pattern TIME = Pattern.compile("\\d{4}-\\d\\d-\\d\\dT[\\d:.]+");

    @Parameters(
            arity = "0..1",
            paramLabel = "WHAT",
            description = "rid=ID (its lines of proxy and Gate, in order), proxy, gate, broker or postgres.")
    String what;

    @Option(
            names = {"-n", "--lines"},
            description = "How many lines from the end. Default: ${DEFAULT-VALUE}.")
    int lines = 100;

    @Option(
            names = {"-f", "--follow"},
            description = "Go on printing what one process writes.")
    boolean follow;

    /// @param at the time that the line begins with
    private record Line(String at, Part part, String text) {}

    @Override
    public Integer call() {
        CellFolders folders = Context.folders();
        if (what == null) {
            for (Part part : Part.values()) {
                System.out.printf("==> %s%n", folders.log(part));
                LogTail.last(folders.log(part), Math.min(lines, 20)).forEach(System.out::println);
            }
        } else if (what.startsWith("rid=")) {
            print(ofRequest(folders, what.substring("rid=".length())));
        } else {
            Path log = folders.log(Part.parse(what)
                    .orElseThrow(() -> CellFault.of(
                            "There is no log of `%s`: name rid=ID, proxy, gate, broker or postgres.", what)));
            long end = LogTail.size(log);
            LogTail.last(log, lines).forEach(System.out::println);
            if (follow) {
                followFrom(log, end);
            }
        }
        return 0;
    }

    private static void followFrom(Path log, long begin) {
        long shown = begin;
        while (true) {
            Pause.millis(250);
            long size = LogTail.size(log);
            if (size != shown) {
                // a shorter file is a new one
                LogTail.since(log, size < shown ? 0 : shown).forEach(System.out::println);
                shown = size;
            }
        }
    }

    private static void print(List<Line> found) {
        found.forEach(line -> System.out.printf("%-5s %s%n", line.part().key(), line.text()));
    }

    private static List<Line> ofRequest(CellFolders folders, String rid) {
        if (rid.isBlank()) {
            throw new CellFault("rid= needs the id of a request, as the X-Request-Id header of its answer gives it.");
        }
        var found = new ArrayList<Line>();
        for (Part part : List.of(Part.PROXY, Part.GATE)) {
            Path log = folders.log(part);
            if (!Files.exists(log)) {
                continue;
            }
            // a reader, unlike Files.lines, takes bytes that are no UTF-8
            try (var all =
                    new BufferedReader(new InputStreamReader(Files.newInputStream(log), StandardCharsets.UTF_8))) {
                all.lines()
                        .filter(line -> line.contains(rid))
                        .forEach(line -> found.add(new Line(time(line), part, line)));
            } catch (IOException unreadable) {
                throw new CellFault(
                        "The log %s cannot be read: %s.".formatted(log, unreadable.getMessage()), unreadable);
            }
        }
        found.sort(Comparator.comparing(Line::at));
        return found;
    }

    private static String time(String line) {
        Matcher time = TIME.matcher(line);
        return time.find() ? time.group() : "";
    }
}
