package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipFile;
import org.junit.jupiter.api.Test;
import queencell.dev.CellFolders;
import queencell.dev.Part;

/// `docs/third-party.md` names what the WARs carry, as their bills of materials have it. Run with
/// `-Dnotices.rewrite=true` to bring it up to date.
class ThirdPartyNoticesIT {
    private static final String BEGIN = "<!-- libraries: generated from the bills of materials, do not edit -->\n";
    private static final String END = "<!-- libraries: end -->\n";

    private final Path root = CellFolders.findRoot();

    @Test
    void a_library_must_not_ship_without_its_notice() throws IOException {
        Path page = root.resolve("docs/third-party.md");
        String text = Files.readString(page);
        String expected = text.substring(0, text.indexOf(BEGIN)) + BEGIN + table() + text.substring(text.indexOf(END));
        if (Boolean.getBoolean("notices.rewrite")) {
            Files.writeString(page, expected);
        }
        assertThat(Files.readString(page)).isEqualTo(expected);
    }

    private String table() throws IOException {
        Map<String, String> rows = new TreeMap<>();
        for (Part war : List.of(Part.PROXY, Part.GATE)) {
            for (JsonNode library : bill(war).path("components")) {
                if (!library.path("group").asText().equals("queencell")) {
                    String name = library.path("group").asText() + ":"
                            + library.path("name").asText();
                    String row = library.path("version").asText() + " | " + licences(library);
                    assertThat(rows.getOrDefault(name, row))
                            .as("%s in both WARs", name)
                            .isEqualTo(row);
                    rows.put(name, row);
                }
            }
        }
        assertThat(rows).isNotEmpty();
        var table = new StringBuilder("\n| Library | Version | Licence |\n| --- | --- | --- |\n");
        rows.forEach((name, rest) ->
                table.append("| ").append(name).append(" | ").append(rest).append(" |\n"));
        return table.append('\n').toString();
    }

    private JsonNode bill(Part war) throws IOException {
        Path file = root.resolve("%s-war/target/%s-war.war".formatted(war.key(), war.key()));
        try (var zip = new ZipFile(file.toFile());
                InputStream in =
                        zip.getInputStream(zip.getEntry("WEB-INF/classes/META-INF/sbom/bill-of-materials.json"))) {
            return new ObjectMapper().readTree(in);
        }
    }

    private static String licences(JsonNode library) {
        var names = new ArrayList<String>();
        for (JsonNode licence : library.path("licenses")) {
            JsonNode one = licence.path("license");
            names.add(one.path("id")
                    .asText(one.path("name").asText(licence.path("expression").asText())));
        }
        assertThat(names).as("licences of %s", library.path("name").asText()).isNotEmpty();
        return String.join(" or ", names);
    }
}
