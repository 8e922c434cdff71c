package queencell.controlplane;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/// The commands of a page of `docs/`: what stands between fences of language `sh`, under which heading.
final class Page {

    /// @param heading the nearest one above, without its hashes; the title for commands before the first
    record Block(String heading, int line, String script) {}

    private Page() {}

    static List<Block> blocksOf(Path page) throws IOException {
        var blocks = new ArrayList<Block>();
        String heading = "";
        List<String> open = null;
        int began = 0;
        List<String> lines = Files.readAllLines(page);
        for (int number = 1; number <= lines.size(); number++) {
            String line = lines.get(number - 1);
            if (open != null && line.equals("```")) {
                blocks.add(new Block(heading, began, String.join("\n", open)));
                open = null;
            } else if (open != null) {
                open.add(line);
            } else if (line.equals("```sh")) {
                open = new ArrayList<>();
                began = number + 1;
            } else if (line.startsWith("#")) {
                heading = line.replaceFirst("^#+ ", "");
            }
        }
        return blocks;
    }
}
