package queencell.proxy.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/// `docs/attacks.md` names tests: each of them must be there.
class AttackTableTest {
    private static final Pattern NAMED = Pattern.compile("`(\\w+(?:Test|IT))\\.(\\w+)`");
    private static final Path ROOT = Path.of("..");

    private record Named(String type, String method) {}

    @Test
    void a_test_that_is_gone_or_renamed_must_not_be_promised() throws IOException {
        List<Named> named = NAMED.matcher(Files.readString(ROOT.resolve("docs/attacks.md")))
                .results()
                .map(found -> new Named(found.group(1), found.group(2)))
                .toList();
        Set<String> types = named.stream().map(Named::type).collect(Collectors.toSet());
        List<Path> sources;
        try (Stream<Path> modules = Stream.of("shared-ejb", "proxy-war", "gate-war", "system-tests")
                .map(module -> ROOT.resolve(module).resolve("src/test/java"))
                .flatMap(AttackTableTest::walk)) {
            sources = modules.filter(file -> types.contains(typeOf(file))).toList();
        }
        Set<Named> missing = new HashSet<>(named);
        for (Path source : sources) {
            String text = Files.readString(source);
            missing.removeIf(
                    each -> each.type().equals(typeOf(source)) && text.contains("void " + each.method() + "("));
        }
        assertThat(named).hasSizeGreaterThan(60);
        assertThat(new TreeSet<>(missing.stream().map(Named::toString).toList()))
                .isEmpty();
    }

    private static Stream<Path> walk(Path folder) {
        try {
            return Files.walk(folder);
        } catch (IOException unreadable) {
            throw new IllegalStateException(folder.toString(), unreadable);
        }
    }

    private static String typeOf(Path file) {
        return file.getFileName().toString().replaceFirst("\\.java$", "");
    }
}
