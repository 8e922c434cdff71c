package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import queencell.settings.ConfigurationPage;

/// Keeps the reference page in step with the settings records. `-Dgate.docs.write=true` rewrites the page.
class ConfigurationPageTest {
    private static final Path PAGE = Path.of("..", "docs", "configuration.md");

    @Test
    void the_reference_page_must_say_what_the_settings_records_say() throws IOException {
        String page = Files.exists(PAGE) ? Files.readString(PAGE) : "# Configuration\n";
        String expected = ConfigurationPage.withSection(page, "gate", GateSettings.RECORDS);
        if (Boolean.getBoolean("gate.docs.write")) {
            Files.writeString(PAGE, expected);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/configuration.md is stale: run this test with -Dgate.docs.write=true")
                .isEqualTo(expected);
    }
}
