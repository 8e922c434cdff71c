package queencell.proxy.meter;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import queencell.proxy.route.OpClass;

/// The disk spool in a real folder (control plane, 12).
class SpoolTest {
    private static final InstantSource CLOCK = InstantSource.fixed(Instant.ofEpochMilli(1_700_000_000_000L));

    private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
    /// What the database would hold: batch id to lines, a known id ignored.
    private final Map<UUID, List<UsageLine>> stored = new HashMap<>();

    @TempDir
    private Path path;

    private SpoolFolder folder() {
        return new SpoolFolder(path);
    }

    private Spool spool(long maxBytes) {
        return new Spool(folder(), maxBytes, CLOCK, new DropLog(metrics), metrics);
    }

    private static UsageBatch batch(int seed, int rows) {
        List<UsageLine> lines = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            lines.add(new UsageLine(new UUID(seed, i), 29_000_000L + i, OpClass.PUSH, new Usage(1, seed, i, 0)));
        }
        return new UsageBatch(new UUID(7, seed), lines);
    }

    private SpoolReplay.Pass replay() {
        return replay(spool(0));
    }

    private SpoolReplay.Pass replay(Spool mine) {
        return new SpoolReplay(folder(), mine, this::store, _ -> true).run();
    }

    private void store(UsageBatch batch) {
        stored.putIfAbsent(batch.id(), batch.lines());
    }

    @Test
    void what_is_kept_comes_back_under_its_id_and_leaves_no_file() {
        try (Spool spool = spool(0)) {
            spool.keep(batch(1, 3));
            spool.keep(batch(2, 1));
        }
        assertThat(folder().files())
                .singleElement()
                .extracting(file -> file.getFileName().toString())
                .isEqualTo("meter-1700000000000-00000000.buf");

        assertThat(replay()).isEqualTo(new SpoolReplay.Pass(1, 1));
        assertThat(stored)
                .containsOnly(
                        Map.entry(new UUID(7, 1), batch(1, 3).lines()),
                        Map.entry(new UUID(7, 2), batch(2, 1).lines()));
        assertThat(folder().files()).isEmpty();
    }

    @Test
    void a_batch_that_a_flush_and_the_stop_both_kept_must_not_count_twice() {
        try (Spool spool = spool(0)) {
            spool.keep(batch(1, 3));
            spool.keep(batch(2, 1));
            spool.keep(batch(1, 3));
            spool.keep(batch(3, 1));
        }
        replay();

        assertThat(stored)
                .containsOnly(
                        Map.entry(new UUID(7, 1), batch(1, 3).lines()),
                        Map.entry(new UUID(7, 2), batch(2, 1).lines()),
                        Map.entry(new UUID(7, 3), batch(3, 1).lines()));
    }

    @Test
    void a_copy_that_was_cut_off_must_not_hide_the_whole_one() {
        String whole = SpoolContent.format(batch(1, 3));
        String cut = whole.substring(0, whole.length() - 20) + "\n";
        for (String text : List.of(cut + whole, whole + cut)) {
            assertThat(SpoolContent.parse("f", text).batches()).as(text).containsExactly(batch(1, 3));
        }
    }

    @Test
    void a_line_reads_as_the_reference_writes_it() {
        assertThat(SpoolContent.format(batch(1, 1))).isEqualTo("""
                        {"batch":"00000000-0000-0007-0000-000000000001","rows":1}
                        {"cluster_id":"00000000-0000-0001-0000-000000000000","minute":29000000,"op":"push","reqs":1,"msgs":1,"bytes_in":0,"bytes_out":0}
                        """);
    }

    @Test
    void a_file_cut_off_at_any_byte_gives_the_whole_rows_in_front_of_the_cut_and_no_other() throws IOException {
        String whole = SpoolContent.format(batch(1, 2)) + SpoolContent.format(batch(2, 2));
        byte[] bytes = whole.getBytes(StandardCharsets.UTF_8);
        for (int cut = 0; cut <= bytes.length; cut++) {
            stored.clear();
            String left = new String(bytes, 0, cut, StandardCharsets.UTF_8);
            Files.writeString(path.resolve("meter-1700000000000-00000001.buf"), left);

            replay();

            // a row is whole with its closing brace, the line break behind it is no part of it
            long rows = left.lines()
                    .filter(line -> line.startsWith("{\"cluster_id\"") && line.endsWith("}"))
                    .count();
            assertThat(stored.values().stream().mapToInt(List::size).sum())
                    .as("cut at %d", cut)
                    .isEqualTo((int) rows);
            assertThat(stored.keySet()).as("cut at %d", cut).isSubsetOf(new UUID(7, 1), new UUID(7, 2));
            assertThat(folder().files()).as("cut at %d", cut).isEmpty();
        }
    }

    @Test
    void a_file_with_any_byte_spoiled_never_gives_a_row_twice_nor_loses_its_neighbours() throws IOException {
        byte[] bytes = SpoolContent.format(batch(1, 3)).getBytes(StandardCharsets.UTF_8);
        for (int at = 0; at < bytes.length; at++) {
            stored.clear();
            byte[] spoiled = bytes.clone();
            spoiled[at] = '!';
            Files.write(path.resolve("meter-1700000000000-00000001.buf"), spoiled);

            replay();

            assertThat(stored.values().stream().mapToInt(List::size).sum())
                    .as("byte %d", at)
                    .isBetween(1, 3);
            assertThat(stored.values().stream().flatMap(List::stream))
                    .as("byte %d", at)
                    .doesNotHaveDuplicates();
        }
    }

    @Test
    void a_file_of_the_reference_counts_once_however_often_it_is_served() throws IOException {
        String row = batch(1, 1).lines().getFirst().toJson() + "\n";
        Path file = path.resolve("meter-1600000000000-00000000.buf");
        Files.writeString(file, row.repeat(UsageBatch.MOST_LINES + 1));
        replay();
        assertThat(stored.values()).extracting(List::size).containsExactlyInAnyOrder(UsageBatch.MOST_LINES, 1);
        Map<UUID, List<UsageLine>> before = Map.copyOf(stored);

        Files.writeString(file, row.repeat(UsageBatch.MOST_LINES + 1));
        replay();
        assertThat(stored).isEqualTo(before);
    }

    @Test
    void the_id_of_a_headless_row_is_the_uuid_of_its_file_name() {
        // RFC 9562, A.4, with the namespace of this room
        assertThat(NameUuid.of("meter-1600000000000-00000000.buf").version()).isEqualTo(5);
        assertThat(NameUuid.of("meter-1600000000000-00000000.buf"))
                .isEqualTo(NameUuid.of("meter-1600000000000-00000000.buf"))
                .isNotEqualTo(NameUuid.of("meter-1600000000000-00000001.buf"));
    }

    @Test
    void lines_that_nobody_can_read_are_kept_as_evidence_and_the_others_count() throws IOException {
        Files.writeString(
                path.resolve("meter-1600000000000-00000000.buf"),
                "\n{\"cluster_id\":7}\n" + batch(1, 1).lines().getFirst().toJson()
                        + "\n{\"cluster_id\":\"00000000-0000-0001-0000-000000000000\",\"minute\":1,\"op\":\"pull\","
                        + "\"reqs\":1,\"msgs\":-1,\"bytes_in\":0,\"bytes_out\":0}\n");
        replay();

        assertThat(stored.values()).extracting(List::size).containsExactly(1);
        assertThat(path.resolve("meter-rejected.log"))
                .content()
                .contains("{\"cluster_id\":7}")
                .contains("pull");
    }

    @Test
    void a_file_without_a_single_row_is_deleted_and_one_that_is_no_text_stays() throws IOException {
        Files.writeString(path.resolve("meter-1.buf"), "");
        Files.write(path.resolve("meter-2.buf"), new byte[] {(byte) 0xff, (byte) 0xfe});

        assertThat(replay()).isEqualTo(new SpoolReplay.Pass(1, 2));
        assertThat(folder().files()).extracting(Path::getFileName).hasToString("[meter-2.buf]");
    }

    @Test
    void a_file_that_no_proxy_wrote_must_neither_fill_the_memory_nor_stop_the_others() throws IOException {
        Path huge = path.resolve("meter-1.buf");
        Files.writeString(huge, "");
        try (var file = new RandomAccessFile(huge.toFile(), "rw")) {
            file.setLength(SpoolFile.LONGEST + 1);
        }
        Files.writeString(path.resolve("meter-2.buf"), SpoolContent.format(batch(1, 1)));

        assertThat(replay()).isEqualTo(new SpoolReplay.Pass(1, 2));
        assertThat(stored).hasSize(1);
        assertThat(folder().files()).containsExactly(huge);
    }

    @Test
    void a_file_that_another_spool_writes_is_left_alone_until_it_is_closed() {
        Spool other = spool(0);
        other.keep(batch(1, 1));

        assertThat(replay()).isEqualTo(new SpoolReplay.Pass(0, 1));
        other.keep(batch(2, 1));
        other.close();
        assertThat(replay().complete()).isTrue();
        assertThat(stored).hasSize(2);
    }

    @Test
    void two_spools_in_one_folder_and_one_millisecond_write_two_files() {
        try (Spool one = spool(0);
                Spool two = spool(0)) {
            assertThat(one.keep(batch(1, 1))).isTrue();
            assertThat(two.keep(batch(2, 1))).isTrue();
        }
        replay();
        assertThat(stored).hasSize(2);
    }

    @Test
    void after_three_failures_in_a_row_it_rests_and_goes_on_with_the_next_file() throws IOException {
        for (int i = 0; i < 5; i++) {
            Files.writeString(path.resolve("meter-%d.buf".formatted(i)), SpoolContent.format(batch(i, 1)));
        }
        List<Duration> rests = new ArrayList<>();
        List<UUID> tried = new ArrayList<>();
        var pass = new SpoolReplay(
                        folder(),
                        spool(0),
                        batch -> {
                            tried.add(batch.id());
                            throw new IllegalStateException("gone");
                        },
                        length -> {
                            rests.add(length);
                            return true;
                        })
                .run();

        assertThat(pass).isEqualTo(new SpoolReplay.Pass(0, 5));
        assertThat(rests).containsExactly(Duration.ofSeconds(30));
        assertThat(tried).hasSize(5).doesNotHaveDuplicates();
        assertThat(folder().files()).hasSize(5);
    }

    @Test
    void a_new_file_begins_when_one_is_large_enough() {
        try (Spool spool = spool(0)) {
            for (int i = 0; i < 9; i++) {
                spool.keep(batch(i, UsageBatch.MOST_LINES));
            }
        }
        assertThat(folder().files()).hasSize(2);
        replay();
        assertThat(stored).hasSize(9);
    }

    @Test
    void beyond_its_bound_the_new_batch_is_dropped_and_the_old_ones_stay() {
        try (Spool spool = spool(400)) {
            assertThat(spool.keep(batch(1, 1))).isTrue();
            assertThat(spool.keep(batch(2, 3))).isFalse();
        }
        assertThat(metrics.get("queen_proxy_usage_rows_dropped")
                        .tag("reason", "spool_full")
                        .counter()
                        .count())
                .isEqualTo(3);
        replay();
        assertThat(stored).containsOnlyKeys(new UUID(7, 1));
    }
}
