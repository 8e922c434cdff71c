package queencell.controlplane;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.Cell;
import queencell.dev.CellFolders;
import queencell.http.Answer;
import queencell.settings.Secret;
import queencell.signin.TokenKeys;
import queencell.signin.TokenSettings;

/// `docs/sign-in.md`, copied line by line by somebody who lets the first people in: every command runs, and does what
/// the page says.
class SignInPageIT {
    private static final String PAGE = "docs/sign-in.md";
    private static final String PASSWORD = "correct horse ' battery";
    private static final String NEXT_PASSWORD = "another horse and battery";
    private static final Pattern SQL = Pattern.compile("select queen_proxy\\.set_user_password\\('kim@[^;]+;");

    @TempDir
    Path folder;

    private Cell cell;
    private PageShell shell;

    @FunctionalInterface
    private interface Effect {
        void of(CommandLine.Outcome outcome) throws Exception;
    }

    /// By chapter and number of the block in it.
    private Map<String, Effect> effects() {
        return Map.of(
                "Letting people in 1", _ -> {},
                "A key that signs sessions 1", _ -> assertSigns(pem("session-key.pem"), new Secret("")),
                "A key that signs sessions 2", _ -> assertSigns(new Secret(""), pem("session-key-es256.pem")),
                "The first admin 1", _ -> {},
                "The first admin 2",
                        outcome -> assertThat(outcome.output()).contains("\"can_login\": true", "qk_live_"),
                "Sign in 1",
                        outcome -> assertThat(outcome.output())
                                .startsWith("303")
                                .contains("\"email\":\"boss@globex.example\"", "\"slug\":\"globex\""),
                "One person more 1", _ -> {},
                "One person more 2", outcome -> assertThat(outcome.output()).contains("\"role\":\"viewer\""),
                "Set a password 1", this::passwordIsSet,
                "Sign out 1", outcome -> assertThat(outcome.output()).contains("{\"ok\":true}"));
    }

    @Test
    void a_command_of_the_page_that_fails_or_lies_would_lock_people_out(Cell running) throws Exception {
        cell = running;
        shell = PageShell.in(folder, cell);
        List<Page.Block> blocks = Page.blocksOf(CellFolders.findRoot().resolve(PAGE));
        assertThat(blocks).hasSize(effects().size());
        String chapter = "";
        int number = 0;
        for (Page.Block block : blocks) {
            number = block.heading().equals(chapter) ? number + 1 : 1;
            chapter = block.heading();
            assertThat(effects()).as("%s:%d", PAGE, block.line()).containsKey(chapter + " " + number);
            effects().get(chapter + " " + number).of(run(block));
        }
        assertThat(me().status()).isEqualTo(401);
    }

    private CommandLine.Outcome run(Page.Block block) throws IOException {
        return block.script().contains("./cell password")
                ? shell.runAtTerminal(PAGE, block, (NEXT_PASSWORD + "\n").repeat(2))
                : shell.run(PAGE, block, PASSWORD + "\n");
    }

    private Secret pem(String file) throws IOException {
        return new Secret(Files.readString(folder.resolve(file)));
    }

    private static void assertSigns(Secret ed25519, Secret es256) {
        var settings = new TokenSettings(
                "queen-proxy",
                Optional.empty(),
                new Secret(""),
                ed25519,
                es256,
                Optional.empty(),
                Optional.empty(),
                Duration.ofDays(1),
                Optional.empty());
        assertThat(TokenKeys.of(settings).canSign()).isTrue();
    }

    /// The printed line is given to the database, as the page says, and then the person comes in.
    private void passwordIsSet(CommandLine.Outcome outcome) throws Exception {
        // what was typed before the command asked is shown by the terminal itself
        String asked = outcome.output().substring(outcome.output().indexOf("Once more"));
        assertThat(asked).doesNotContain(NEXT_PASSWORD);
        Matcher line = SQL.matcher(outcome.output());
        assertThat(line.find()).as(outcome.output()).isTrue();
        shell.line().cell("sql", line.group().replace(";", "")).mustSucceed();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                signIn("kim@globex.example", NEXT_PASSWORD).status())
                        .isEqualTo(303));
    }

    private Answer signIn(String email, String password) {
        Function<String, String> encoded = text -> URLEncoder.encode(text, StandardCharsets.UTF_8);
        return cell.proxy("POST", "/auth/login")
                .host("globex.localhost")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .body("email=%s&password=%s"
                        .formatted(encoded.apply(email), encoded.apply(password))
                        .getBytes(StandardCharsets.UTF_8))
                .send();
    }

    /// Who the cookie of the page is, after it was signed out.
    private Answer me() throws IOException {
        String cookie = Files.readAllLines(folder.resolve("cookies")).stream()
                .filter(line -> line.contains("queen_session"))
                .map(line -> line.substring(line.lastIndexOf('\t') + 1))
                .findFirst()
                .orElseThrow();
        return cell.proxy("GET", "/auth/me")
                .host("globex.localhost")
                .header("Cookie", "queen_session=" + cookie)
                .send();
    }
}
