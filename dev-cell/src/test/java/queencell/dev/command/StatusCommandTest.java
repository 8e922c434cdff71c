package queencell.dev.command;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import org.junit.jupiter.api.Test;
import queencell.dev.CellState;

class StatusCommandTest {

    @Test
    void the_keys_are_there_even_when_nothing_runs() {
        JsonNode status = StatusCommand.asJson(CellState.none());
        assertThat(status.path("running").asBoolean(true)).isFalse();
        for (String part : new String[] {"proxy", "gate", "broker"}) {
            assertThat(status.path(part).has("url")).as(part).isTrue();
            assertThat(status.path(part).path("pid").isNull()).as(part).isTrue();
        }
        assertThat(status.path("proxy").has("cellUrl")).isTrue();
        assertThat(status.path("pxdb").has("url")).isTrue();
        assertThat(status.has("demo")).isFalse();
    }

    @Test
    void an_unknown_command_ends_with_a_status_of_its_own() {
        assertThat(CellCommand.commandLine().execute("fly")).isEqualTo(2);
    }
}
