package queencell.proxy.meter;

import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/// What one spool file says (control plane, 12). **Pure.** The same bytes under the same name always give the same
/// batches with the same ids, so a file may be written to the database any number of times.
///
/// @param batches those with at least one row, in the order of the file; a batch that was cut off has the rows it has,
/// and one that stands there twice, because a flush and the stop both kept it, has those of its longer copy
/// @param malformed lines that are neither row nor header, blank ones included
record SpoolContent(List<UsageBatch> batches, List<String> malformed) {

    SpoolContent {
        batches = List.copyOf(batches);
        malformed = List.copyOf(malformed);
    }

    /// @param fileName names the rows that stand under no header, as a reference proxy wrote them
    static SpoolContent parse(String fileName, String text) {
        return new Reader(fileName).read(text);
    }

    int rows() {
        return batches.stream().mapToInt(batch -> batch.lines().size()).sum();
    }

    /// The bytes under which a batch stands in a file.
    static String format(UsageBatch batch) {
        var text = new StringBuilder("{\"batch\":\"%s\",\"rows\":%d}\n"
                .formatted(batch.id(), batch.lines().size()));
        batch.lines().forEach(line -> text.append(line.toJson()).append('\n'));
        return text.toString();
    }

    private static final class Reader {
        private final String fileName;
        private final Map<UUID, List<List<UsageLine>>> copies = new LinkedHashMap<>();
        private final List<String> malformed = new ArrayList<>();
        private List<UsageLine> headed = List.of();
        private int headedRowsLeft;
        private int headless;

        Reader(String fileName) {
            this.fileName = fileName;
        }

        SpoolContent read(String text) {
            // a file that ends as it should ends with a line break, behind which nothing is
            String whole = text.endsWith("\n") ? text.substring(0, text.length() - 1) : text;
            if (!text.isEmpty()) {
                for (String line : whole.split("\n", -1)) {
                    take(SpoolLine.parse(line));
                }
            }
            List<UsageBatch> found = new ArrayList<>();
            copies.forEach((id, each) -> {
                List<UsageLine> longest = Collections.max(each, Comparator.comparingInt(List::size));
                if (!longest.isEmpty()) {
                    found.add(new UsageBatch(id, longest));
                }
            });
            return new SpoolContent(found, malformed);
        }

        private void take(SpoolLine line) {
            switch (line) {
                case SpoolLine.Header(UUID batch, int rows) -> {
                    headed = new ArrayList<>();
                    headedRowsLeft = rows;
                    copies.computeIfAbsent(batch, _ -> new ArrayList<>()).add(headed);
                }
                case SpoolLine.Row(UsageLine usage) -> rowsOfItsBatch().add(usage);
                case SpoolLine.Malformed(String text) -> {
                    malformed.add(text);
                    // it stands for a row of its batch, so that the next row is not taken for one too many
                    headedRowsLeft = Math.max(0, headedRowsLeft - 1);
                }
            }
        }

        private List<UsageLine> rowsOfItsBatch() {
            if (headedRowsLeft > 0) {
                headedRowsLeft--;
                return headed;
            }
            int part = headless++ / UsageBatch.MOST_LINES;
            UUID id = NameUuid.of(part == 0 ? fileName : fileName + "#" + part);
            List<List<UsageLine>> only = copies.computeIfAbsent(id, _ -> new ArrayList<>());
            if (only.isEmpty()) {
                only.add(new ArrayList<>());
            }
            return only.getFirst();
        }
    }
}
