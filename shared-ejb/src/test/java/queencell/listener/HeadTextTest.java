package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class HeadTextTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "a\r\nSet-Cookie: x=1",
                "a\u0000b",
                "a\u007fb",
                "\u010a\u010d",
                "\u560a\u560d\u560aLocation: elsewhere",
                "a\u001fb"
            })
    void a_value_opens_no_second_line_and_no_second_answer(String value) {
        String written = written(new HeadText().field("X-Name", value));

        assertThat(written.substring(0, written.length() - 2))
                .as("one line, no control characters")
                .matches("X-Name: [\\x20-\\x7e]*");
        assertThat(written).endsWith("\r\n").hasSize("X-Name: ".length() + value.length() + 2);
    }

    @Test
    void a_name_opens_no_second_line_either() {
        assertThat(written(new HeadText().field("X\r\nY", "1"))).isEqualTo("X??Y: 1\r\n");
    }

    @Test
    void letters_of_latin_1_and_tabs_leave_as_they_came() {
        assertThat(written(new HeadText().text("GET /caf\u00e9\tx\u0080\u00ff").endOfLine()))
                .isEqualTo("GET /caf\u00e9\tx\u0080\u00ff\r\n");
    }

    @Test
    void a_head_of_any_length_is_written_whole() {
        var head = new HeadText();
        var expected = new StringBuilder();
        for (int field = 0; field < 300; field++) {
            String value = "v".repeat(field * 7);
            head.field("n" + field, value);
            expected.append('n').append(field).append(": ").append(value).append("\r\n");
        }

        assertThat(written(head)).isEqualTo(expected.toString());
    }

    private static String written(HeadText head) {
        ByteBuf out = Unpooled.buffer();
        head.writeTo(out);
        return out.toString(StandardCharsets.ISO_8859_1);
    }
}
