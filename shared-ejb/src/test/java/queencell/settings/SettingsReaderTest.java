package queencell.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SettingsReaderTest {

    record Sample(
            @Says("How many.") @Setting(env = "GATE_STAGE_BATCH", byDefault = "200", min = 1, max = 1000)
            int batch,

            @Says("How long.") @Setting(env = "GATE_MAX_PARK_MS", byDefault = "30000", min = 0)
            Duration maxPark,

            @Says("How long in seconds.") @Setting(env = "QUEEN_PROXY_JWT_TTL_S", byDefault = "86400")
            Duration ttl,

            @Says("Whether.") @Setting(env = "QUEEN_PROXY_ENFORCE", byDefault = "true")
            boolean enforce,

            @Says("Which hosts.") @Setting(env = "QUEEN_PROXY_SHARED_HOSTS")
            List<String> hosts,

            @Says("Which cell.") @Setting(env = "QUEEN_PROXY_CELL")
            Optional<String> cell,

            @Says("The password.") @Setting(env = "PXDB_PASSWORD")
            Secret password) {}

    record Strict(
            @Says("How many headers.")
            @Setting(env = "QUEEN_EDGE_MAX_HEADERS", byDefault = "100", min = 1, strict = true)
            int headers) {}

    private static Sample read(Map<String, String> environment) {
        return SettingsReader.of(environment).read(Sample.class);
    }

    @Test
    void unset_variables_must_read_as_their_defaults() {
        assertThat(read(Map.of()))
                .isEqualTo(new Sample(
                        200,
                        Duration.ofSeconds(30),
                        Duration.ofDays(1),
                        true,
                        List.of(),
                        Optional.empty(),
                        new Secret("")));
    }

    @Test
    void an_empty_variable_must_count_as_unset() {
        assertThat(read(Map.of("QUEEN_PROXY_CELL", "", "QUEEN_PROXY_ENFORCE", "", "GATE_STAGE_BATCH", "")))
                .isEqualTo(read(Map.of()));
    }

    record Kept(
            @Says("Where.") @Setting(env = "QUEEN_PROXY_BIND_ADDR", byDefault = "0.0.0.0", emptyCounts = true)
            String address) {}

    @Test
    void an_empty_text_must_reach_the_record_that_judges_it() {
        assertThat(SettingsReader.of(Map.of("QUEEN_PROXY_BIND_ADDR", ""))
                        .read(Kept.class)
                        .address())
                .isEmpty();
        assertThat(SettingsReader.of(Map.of()).read(Kept.class).address()).isEqualTo("0.0.0.0");
    }

    @Test
    void only_the_literal_true_may_switch_something_on() {
        assertThat(read(Map.of("QUEEN_PROXY_ENFORCE", "TRUE")).enforce()).isFalse();
        assertThat(read(Map.of("QUEEN_PROXY_ENFORCE", "1")).enforce()).isFalse();
        assertThat(read(Map.of("QUEEN_PROXY_ENFORCE", "true")).enforce()).isTrue();
    }

    @Test
    void a_list_must_be_trimmed_lower_cased_and_free_of_empty_entries() {
        assertThat(read(Map.of("QUEEN_PROXY_SHARED_HOSTS", " A.example ,,b ")).hosts())
                .containsExactly("a.example", "b");
    }

    record Paths(
            @Says("Which paths.") @Setting(env = "QUEEN_EDGE_TIMEOUT_EXEMPT", keepsCase = true)
            List<String> paths) {}

    @Test
    void a_list_of_paths_must_keep_their_case() {
        assertThat(SettingsReader.of(Map.of("QUEEN_EDGE_TIMEOUT_EXEMPT", " /A/b ,,/c "))
                        .read(Paths.class)
                        .paths())
                .containsExactly("/A/b", "/c");
    }

    @Test
    void a_number_out_of_bounds_must_be_clamped_and_said() {
        var reader = SettingsReader.of(Map.of("GATE_STAGE_BATCH", "5000"));
        assertThat(reader.read(Sample.class).batch()).isEqualTo(1000);
        assertThat(reader.warnings())
                .containsExactly("GATE_STAGE_BATCH is 5000: a whole number from 1 to 1000 is expected; 1000 is used");
    }

    @Test
    void a_text_that_is_no_number_must_count_as_unset_and_be_said() {
        var reader = SettingsReader.of(Map.of("GATE_MAX_PARK_MS", "30s"));
        assertThat(reader.read(Sample.class).maxPark()).isEqualTo(Duration.ofSeconds(30));
        assertThat(reader.warnings()).singleElement().asString().contains("GATE_MAX_PARK_MS is `30s`");
    }

    /// As if it were no number, the shortest of the two would count: the default (pipeline, 11).
    @Test
    void a_number_that_no_variable_holds_must_count_as_the_largest_and_be_said() {
        var reader = SettingsReader.of(
                Map.of("GATE_MAX_PARK_MS", "99999999999999999999", "GATE_STAGE_BATCH", "-99999999999999999999"));
        Sample sample = reader.read(Sample.class);
        assertThat(sample.maxPark()).isEqualTo(Duration.ofMillis(Long.MAX_VALUE / 1_000_000));
        assertThat(sample.batch()).isEqualTo(1);
        assertThat(reader.warnings())
                .containsExactly(
                        "GATE_STAGE_BATCH is -99999999999999999999: a whole number from 1 to 1000 is expected; 1 is used",
                        "GATE_MAX_PARK_MS is 99999999999999999999, which is too large: 9223372036854 is the most: a whole"
                                + " number, 0 or more is expected; 9223372036854 is used");
    }

    @Test
    void a_strict_number_that_is_too_large_to_be_held_must_say_so() {
        assertThatThrownBy(() -> SettingsReader.of(Map.of("QUEEN_EDGE_MAX_HEADERS", "99999999999999999999"))
                        .read(Strict.class))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage(
                        "QUEEN_EDGE_MAX_HEADERS is 99999999999999999999, which is too large: 2147483647 is the most:"
                                + " give a whole number, 1 or more");
    }

    /// `True` would put a cell into shadow mode without a word.
    @Test
    void a_word_that_is_neither_true_nor_false_must_be_said() {
        var reader = SettingsReader.of(Map.of("QUEEN_PROXY_ENFORCE", "True"));
        assertThat(reader.read(Sample.class).enforce()).isFalse();
        assertThat(reader.warnings())
                .containsExactly("QUEEN_PROXY_ENFORCE is `True`, which counts as `false`: write `true` or `false`");

        var plain = SettingsReader.of(Map.of("QUEEN_PROXY_ENFORCE", "false"));
        plain.read(Sample.class);
        assertThat(plain.warnings()).isEmpty();
    }

    @Test
    void a_strict_setting_that_cannot_be_used_must_end_the_start() {
        assertThatThrownBy(() -> SettingsReader.of(Map.of("QUEEN_EDGE_MAX_HEADERS", "many"))
                        .read(Strict.class))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessage("QUEEN_EDGE_MAX_HEADERS is `many`, which is no whole number: "
                        + "give a whole number, 1 or more");
    }

    @Test
    void a_secret_must_never_be_printed() {
        Sample sample = read(Map.of("PXDB_PASSWORD", "hunter2"));
        assertThat(sample.password().reveal()).isEqualTo("hunter2");
        assertThat(sample.toString()).doesNotContain("hunter2");
    }

    @Test
    void a_mistyped_name_must_be_reported_with_its_nearest_known_one() {
        var names = UnknownNames.of(
                ConfigurationPage.names(List.of(Sample.class, Strict.class)), List.of("QUEEN_PROXY_", "GATE_"));
        assertThat(names.warnings(List.of("GATE_STAGE_BACTH", "GATE_STAGE_BATCH", "QUEEN_URL", "GATE_COMPLETELY_ELSE")))
                .containsExactly(
                        "GATE_COMPLETELY_ELSE is no known setting; docs/configuration.md lists them all",
                        "GATE_STAGE_BACTH is no known setting; did you mean GATE_STAGE_BATCH?");
    }

    @Test
    void rendering_a_section_twice_must_not_change_the_page() {
        String page = ConfigurationPage.withSection("# Settings\n", "proxy", List.of(Sample.class));
        assertThat(page).contains("| `GATE_STAGE_BATCH` | `200` | 1 to 1000 | How many. |");
        assertThat(ConfigurationPage.withSection(page, "proxy", List.of(Sample.class)))
                .isEqualTo(page);
    }
}
