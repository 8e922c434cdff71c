package queencell.listener;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldLinesTest {

    @ParameterizedTest
    @ValueSource(
            strings = {"content-type: application/json", "Content-Type: application/json", "Connection:keep-alive"})
    void a_parked_poll_keeps_no_copy_of_what_every_head_says(String line) {
        InboundHeaders first = headers(line);
        InboundHeaders second = headers(line);

        assertThat(first.name(0)).isSameAs(second.name(0));
        assertThat(first.value(0)).isSameAs(second.value(0));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "CONTENT-TYPE: application/JSON",
                "content-typf: application/jsom",
                "X-Other: applicatiom/json",
                "host: \u00e9\u00ff",
                "accept: ",
                "a: b"
            })
    void what_looks_alike_is_not_taken_for_it(String line) {
        InboundHeaders headers = headers(line);

        assertThat(headers.name(0) + ": " + headers.value(0)).isEqualTo(line);
    }

    @Test
    void blanks_around_a_value_are_no_part_of_it() {
        assertThat(headers("accept: \t */* \t").value(0)).isEqualTo("*/*");
    }

    private static InboundHeaders headers(String line) {
        var lines = new FieldLines();
        byte[] bytes = line.getBytes(ISO_8859_1);
        assertThat(lines.add(bytes, bytes.length)).isEqualTo(FieldLines.Problem.NONE);
        return lines.headers();
    }
}
