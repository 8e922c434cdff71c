package queencell.proxy.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import queencell.metric.Metrics;

/// An alarm on a metric or an event that nothing writes stays quiet for ever: what `docs` names must be there. Ours
/// are looked for where they are declared, since many show in a scrape only once they counted something.
class OperatingPageTest {
    private static final Path ROOT = Path.of("..");
    private static final String SNAKE = "[a-z]+(?:_[a-z]+)+";

    private static String sources() throws IOException {
        return texts(
                Stream.of("shared-ejb", "proxy-war", "gate-war").map(each -> ROOT.resolve(each + "/src/main/java")),
                ".java");
    }

    private static String pages() throws IOException {
        return texts(Stream.of(ROOT.resolve("docs")), ".md");
    }

    private static String texts(Stream<Path> folders, String ending) throws IOException {
        return folders.flatMap(OperatingPageTest::filesIn)
                .filter(file ->
                        file.toString().endsWith(ending) && !file.toString().contains("specification"))
                .map(OperatingPageTest::textOf)
                .collect(Collectors.joining("\n"));
    }

    private static Stream<Path> filesIn(Path folder) {
        try {
            return Files.walk(folder);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private static String textOf(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    /// @param pattern whose first group is what is found
    private static Set<String> found(String pattern, String text) {
        return Pattern.compile(pattern)
                .matcher(text)
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String operating() throws IOException {
        return Files.readString(ROOT.resolve("docs/operating.md"));
    }

    @Test
    void every_metric_of_the_page_on_operating_exists() throws IOException {
        String sources = sources();
        Set<String> declared = new TreeSet<>(found("Gauge\\.builder\\(\\s*\"(" + SNAKE + ")\"", sources));
        found("Counter\\.builder\\(\\s*\"(" + SNAKE + ")\"", sources).forEach(name -> declared.add(name + "_total"));
        found("[tT]imer(?:\\.builder)?\\(\\s*\"(" + SNAKE + ")\"", sources)
                .forEach(name -> declared.add(name + "_seconds"));
        declared.addAll(found("(?m)^# TYPE (\\S+) ", Metrics.prometheusText()));

        Set<String> named = new TreeSet<>();
        for (String row : found("(?m)^\\| (`.*)\\|$", watched())) {
            named.addAll(found("`(" + SNAKE + ")[`{]", row));
        }
        assertThat(named).hasSizeGreaterThan(10).isSubsetOf(declared);
    }

    /// The table of metrics.
    private static String watched() throws IOException {
        return Pattern.compile("(?s)\n## What to watch\n(.*?)\n## ")
                .matcher(operating())
                .results()
                .map(each -> each.group(1))
                .collect(Collectors.joining());
    }

    @Test
    void every_event_of_the_pages_is_written() throws IOException {
        Set<String> written = found("\\b(?:debug|info|warn|error)\\(\\s*\"(" + SNAKE + ")\"", sources());

        Set<String> named = found("event=(" + SNAKE + ")", pages());
        // what the start warns about stands in brackets, events and nothing else
        for (String list : found("\\(((?:`" + SNAKE + "`(?:, )?)+)\\)", operating())) {
            named.addAll(found("`(" + SNAKE + ")`", list));
        }
        List<String> alarms = Pattern.compile("(?m)^Lines of the log are events.*$")
                .matcher(operating())
                .results()
                .map(MatchResult::group)
                .toList();
        assertThat(alarms).hasSize(1);
        named.addAll(found("`(" + SNAKE + ")`", alarms.getFirst()));
        assertThat(named).hasSizeGreaterThan(15).isSubsetOf(written);
    }
}
