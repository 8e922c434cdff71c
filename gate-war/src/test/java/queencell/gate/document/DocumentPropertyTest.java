package queencell.gate.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import queencell.gate.GeneratedGraphs;
import queencell.gate.Vectors;

class DocumentPropertyTest {

    @Property(tries = 500)
    void the_stored_form_is_a_fixed_point(@ForAll("wellFormed") String text) {
        GraphDocument document = Vectors.document(text);
        byte[] stored = StoredForm.bytes(document);
        GraphDocument again = Vectors.document(new String(stored, UTF_8));
        assertThat(again).isEqualTo(document);
        assertThat(StoredForm.bytes(again)).isEqualTo(stored);
    }

    @Property(tries = 1000)
    void any_bytes_are_read_or_refused_and_never_throw(@ForAll byte[] bytes) {
        read(bytes);
    }

    @Property(tries = 1000)
    void a_document_with_broken_bytes_is_read_or_refused_and_never_throws(
            @ForAll("wellFormed") String text, @ForAll int place, @ForAll byte broken) {
        byte[] bytes = text.getBytes(UTF_8);
        bytes[Math.floorMod(place, bytes.length)] = broken;
        read(bytes);
    }

    @Property(tries = 1000)
    void a_document_with_a_strange_part_is_refused_at_that_part(
            @ForAll("wellFormed") String text, @ForAll("strange") String part, @ForAll int place) {
        int at = text.indexOf(':', Math.floorMod(place, text.length()));
        if (at < 0) {
            return;
        }
        // in front of the value of some member, so that the value becomes another member's
        read((text.substring(0, at + 1) + part + ",\"z\":" + text.substring(at + 1)).getBytes(UTF_8));
    }

    private static void read(byte[] bytes) {
        switch (JsonText.parse(bytes)) {
            case JsonText.Malformed malformed -> assertThat(malformed.reason()).isNotBlank();
            case JsonText.Oversized oversized ->
                assertThat(oversized.problem().rule()).isEqualTo("schema");
            case JsonText.Parsed parsed -> verify(parsed.value());
        }
    }

    private static void verify(Json body) {
        switch (DocumentReader.read(body)) {
            case DocumentReader.Read read ->
                assertThat(StoredForm.bytes(read.document())).isNotEmpty();
            case DocumentReader.Refused refused -> {
                assertThat(refused.problems()).isNotEmpty();
                for (Finding problem : refused.problems()) {
                    assertThat(problem.rule()).isEqualTo("schema");
                    assertThat(problem.detail()).isNotBlank();
                    assertThat(Pointers.placeExists(body, problem.path()))
                            .as("%s in %s", problem, JsonWriter.text(body))
                            .isTrue();
                }
            }
        }
    }

    @Provide
    Arbitrary<String> wellFormed() {
        return Arbitraries.oneOf(GeneratedGraphs.wellFormed(), GeneratedGraphs.sound());
    }

    @Provide
    Arbitrary<String> strange() {
        return Arbitraries.of(
                "null",
                "true",
                "\"\"",
                "\"\\ud800\"",
                "\"\\u0000\"",
                "[]",
                "{}",
                "[[[]]]",
                "-0",
                "1.0",
                "1e400",
                "-5",
                "18446744073709551616",
                "{\"a\":1,\"a\":2}",
                "[".repeat(70) + "]".repeat(70),
                "1".repeat(1500));
    }
}
