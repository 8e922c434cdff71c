package queencell.proxy.start;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import queencell.settings.ConfigurationPage;

/// The reference page has what the records say. With `-Dconfiguration.rewrite=true` this test writes the page instead.
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    @Test
    void the_reference_page_says_what_the_settings_say() throws IOException {
        String page = Files.exists(PAGE) ? Files.readString(PAGE) : "# Configuration\n";
        String current = ConfigurationPage.withSection(page, "proxy", Configuration.RECORDS);
        if (Boolean.getBoolean("configuration.rewrite")) {
            Files.writeString(PAGE, current);
        }

        assertThat(Files.readString(PAGE))
                .as("docs/configuration.md is stale: run this test with -Dconfiguration.rewrite=true")
                .isEqualTo(current);
    }

    @Test
    void no_variable_is_declared_twice() {
        assertThat(ConfigurationPage.names(Configuration.RECORDS)).doesNotHaveDuplicates();
    }
}
