package queencell.bench.load;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;
import queencell.dev.process.Executables;

/// Questions to a running JVM by `jcmd`.
///
/// @param pid of that JVM
record Jvm(long pid) {
    private static final Pattern TOTAL = Pattern.compile("Total +\\d+ +(\\d+)");

    /// Bytes of all live objects; collects everything else first.
    long liveBytes() {
        Matcher total = TOTAL.matcher(ask("GC.class_histogram"));
        if (!total.find()) {
            throw CellFault.of("jcmd %d GC.class_histogram has no line `Total`.", pid);
        }
        return Long.parseLong(total.group(1));
    }

    /// Begins to record where the time goes.
    void startRecording() {
        ask("JFR.start", "name=load", "settings=profile");
    }

    void dumpRecording(Path file) {
        ask("JFR.stop", "name=load", "filename=" + file);
    }

    private String ask(String... words) {
        var command = new java.util.ArrayList<>(
                List.of(Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid)));
        command.addAll(List.of(words));
        Executables.Answer answer =
                Executables.ask(command, CallerEnvironment.ofThisProcess().forAnyProgram(), Duration.ofMinutes(1));
        if (!answer.good()) {
            throw CellFault.of(
                    "%s failed: %s", String.join(" ", command), answer.output().strip());
        }
        return answer.output();
    }
}
