package queencell.broker;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import queencell.json.JsonCursor;

class JsonBufferPropertyTest {
    private static final JsonFactory JACKSON = new JsonFactory();

    @Property(tries = 500)
    void a_text_must_survive_writing_and_reading(@ForAll String text) throws IOException {
        // UTF-8 has no bytes for half a character
        String whole = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
        byte[] bytes = new JsonBuffer(4).string(text).toBytes();
        assertThat(new JsonCursor(bytes, 0, bytes.length).string()).isEqualTo(whole);
        try (JsonParser jackson = JACKSON.createParser(bytes)) {
            jackson.nextToken();
            assertThat(jackson.getText()).isEqualTo(whole);
        }
    }
}
