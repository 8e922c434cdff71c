package queencell.proxy.inspect;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import java.io.IOException;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NameTablesTest {
    private static final int SMALL = 2048;

    private final NameTables tables = new NameTables(new JsonFactory());

    @Test
    void a_small_body_pays_for_no_table_of_its_own() {
        assertThat(tables.forBody(SMALL)).isSameAs(tables.forBody(SMALL));
    }

    @Test
    void a_sender_who_makes_up_names_fills_no_table_for_good() {
        Map<JsonFactory, Boolean> used = new IdentityHashMap<>();
        int bodies = 10 * NameTables.BYTES_EACH / SMALL;

        IntStream.range(0, bodies).forEach(_ -> used.put(tables.forBody(SMALL), true));

        assertThat(used).as("tables for 640 KiB of bodies").hasSize(10);
    }

    @Test
    void the_names_of_a_large_body_are_kept_by_nobody() {
        JsonFactory before = tables.forBody(SMALL);

        JsonFactory large = tables.forBody(NameTables.BYTES_EACH);

        assertThat(large).isNotSameAs(before).isNotSameAs(tables.forBody(NameTables.BYTES_EACH));
        assertThat(tables.forBody(SMALL))
                .as("the shared one is not used up by it")
                .isSameAs(before);
    }

    @Test
    void a_name_is_read_once_for_many_bodies() throws IOException {
        assertThat(nameIn("{\"transactionId\":1}")).isSameAs(nameIn("{\"transactionId\":2}"));
    }

    private String nameIn(String body) throws IOException {
        byte[] bytes = body.getBytes(US_ASCII);
        JsonFactory rules = tables.forBody(bytes.length);
        try (var parser = rules.createParser(bytes)) {
            parser.nextToken();
            parser.nextToken();
            return parser.currentName();
        }
    }
}
