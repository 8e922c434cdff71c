package queencell.gate;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class RuleDocsTest {

    private static final Path PAGE = Path.of("..", "docs", "gate-rules.md");

    @Test
    void the_page_of_rules_must_not_be_older_than_the_rules() throws IOException {
        String generated = RuleDocs.markdown();
        if (Boolean.getBoolean("gate.rules.write")) {
            Files.writeString(PAGE, generated);
        }
        assertThat(Files.readString(PAGE))
                .as("docs/gate-rules.md is stale: run this test once with -Dgate.rules.write=true")
                .isEqualTo(generated);
    }
}
