package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;
import static queencell.proxy.inspect.Bodies.bytes;
import static queencell.proxy.inspect.Bodies.readable;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Random;
import java.util.function.Function;
import java.util.function.Supplier;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import queencell.proxy.inspect.Answer.Counted;

/// The scanner against a tree of Jackson's, for any answer and any way to cut it.
class AnswerScannerPropertyTest {
    private static final ObjectMapper TREES = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .build();

    private static final PushItems ITEMS = readable(PushBody.read(bytes("""
                    {"items":[{"queue":"a","payload":1},{"queue":"a","payload":22},
                      {"queue":"b","payload":333},{"queue":"a","partition":"p","payload":4444}]}"""), 100));

    @Property(tries = 1500)
    void no_cut_may_change_what_is_counted(@ForAll("seeds") long seed) {
        var random = new Random(seed);
        String text = new RandomJson(random).document();
        for (Kind kind : Kind.values()) {
            check(kind, text, random);
        }
    }

    @Property(tries = 1500)
    void what_jackson_refuses_must_be_unreadable_and_what_it_reads_readable(@ForAll("seeds") long seed) {
        var random = new Random(seed);
        var text = new StringBuilder(new RandomJson(random).document());
        int edits = 1 + random.nextInt(3);
        String letters = "{}[]\",:0123456789-+.eE\\ tfnu\n\u0001";
        for (int edit = 0; edit < edits; edit++) {
            int at = random.nextInt(text.length());
            char letter = letters.charAt(random.nextInt(letters.length()));
            switch (random.nextInt(3)) {
                case 0 -> text.setCharAt(at, letter);
                case 1 -> text.insert(at, letter);
                default -> text.deleteCharAt(at);
            }
            if (text.isEmpty()) {
                text.append(' ');
            }
        }
        for (Kind kind : Kind.values()) {
            check(kind, text.toString(), random);
        }
    }

    @Provide
    Arbitrary<Long> seeds() {
        return Arbitraries.longs();
    }

    private static void check(Kind kind, String text, Random random) {
        Optional<Answer.Counted> expected = tree(text).flatMap(kind.byTree);
        Answer scanned = scan(kind.scanner.get(), text.getBytes(StandardCharsets.UTF_8), random);
        if (expected.isPresent()) {
            assertThat(scanned).as("%s of %s", kind, text).isEqualTo(expected.get());
        } else {
            assertThat(scanned).as("%s of %s", kind, text).isInstanceOf(Answer.Unreadable.class);
        }
    }

    private static Answer scan(AnswerScanner scanner, byte[] bytes, Random random) {
        int at = 0;
        while (at < bytes.length) {
            int end = Math.min(bytes.length, at + random.nextInt(1 + random.nextInt(20)));
            scanner.feed(ByteBuffer.wrap(bytes, at, end - at));
            at = end;
        }
        return scanner.end();
    }

    private static Optional<JsonNode> tree(String text) {
        try {
            return Optional.of(TREES.readTree(text)).filter(node -> !node.isMissingNode());
        } catch (IOException refused) {
            return Optional.empty();
        }
    }

    private enum Kind {
        PUSH(() -> AnswerScanner.ofPush(ITEMS), Kind::push),
        TRANSACTION(() -> AnswerScanner.ofTransaction(ITEMS), Kind::transaction),
        POP(AnswerScanner::ofPop, Kind::pop),
        EPHEMERAL_PUSH(AnswerScanner::ofEphemeralPush, Kind::ephemeralPush),
        CYCLE(() -> AnswerScanner.ofCycle(ITEMS), Kind::cycle),
        REPLAY(AnswerScanner::ofReplay, Kind::replay);

        private final Supplier<AnswerScanner> scanner;
        private final Function<JsonNode, Optional<Counted>> byTree;

        Kind(Supplier<AnswerScanner> scanner, Function<JsonNode, Optional<Counted>> byTree) {
            this.scanner = scanner;
            this.byTree = byTree;
        }

        private static Optional<Counted> push(JsonNode root) {
            if (!root.isArray()) {
                return Optional.empty();
            }
            long queued = 0;
            long buffered = 0;
            long notStored = 0;
            for (int index = 0; index < root.size(); index++) {
                JsonNode status = root.get(index).path("status");
                if (!root.get(index).isObject() || !status.isTextual()) {
                    return Optional.empty();
                }
                queued += isWord(status, "queued") ? 1 : 0;
                buffered += isWord(status, "buffered") ? 1 : 0;
                boolean isStored = isWord(status, "queued") || isWord(status, "buffered");
                notStored += isStored ? 0 : ITEMS.payloadBytesOf(index);
            }
            return Optional.of(new Counted(queued + buffered, root.size(), buffered, notStored, false));
        }

        private static Optional<Counted> transaction(JsonNode root) {
            if (!root.path("success").isBoolean()) {
                return Optional.empty();
            }
            if (!root.get("success").booleanValue()) {
                return Optional.of(new Counted(0, 4, 0, ITEMS.payloadBytes(), true));
            }
            int pushes = 0;
            long duplicates = 0;
            long bytes = 0;
            JsonNode results = root.path("results");
            for (int index = 0; results.isArray() && index < results.size(); index++) {
                JsonNode result = results.get(index);
                if (result.isObject() && isWord(result.path("type"), "push")) {
                    boolean isDuplicate = result.path("duplicate").isBoolean()
                            && result.get("duplicate").booleanValue();
                    duplicates += isDuplicate ? 1 : 0;
                    bytes += isDuplicate ? ITEMS.payloadBytesOf(pushes) : 0;
                    pushes++;
                }
            }
            return Optional.of(new Counted(Math.max(0, 4 - duplicates), 4, 0, bytes, false));
        }

        private static Optional<Counted> pop(JsonNode root) {
            if (!root.isObject()) {
                return Optional.empty();
            }
            JsonNode messages = root.path("messages");
            return Optional.of(Counted.of(messages.isArray() ? messages.size() : 0));
        }

        private static Optional<Counted> ephemeralPush(JsonNode root) {
            JsonNode pushed = root.path("pushed");
            return pushed.isIntegralNumber() && pushed.canConvertToLong() && pushed.longValue() >= 0
                    ? Optional.of(Counted.of(pushed.longValue()))
                    : Optional.empty();
        }

        private static Optional<Counted> cycle(JsonNode root) {
            if (!root.path("success").isBoolean()) {
                return Optional.empty();
            }
            if (!root.get("success").booleanValue()) {
                return Optional.of(new Counted(0, 4, 0, ITEMS.payloadBytes(), true));
            }
            long messages = 0;
            long bytes = 0;
            for (int group = 0; group < ITEMS.groups().size(); group++) {
                QueuePartition pair = ITEMS.groups().get(group);
                boolean isQueued = false;
                JsonNode results = root.path("push_results");
                for (int index = 0; results.isArray() && index < results.size(); index++) {
                    JsonNode entry = results.get(index);
                    isQueued |= entry.isObject()
                            && isWord(entry.path("queue"), pair.queue())
                            && isWord(entry.path("partition"), pair.partition())
                            && isWord(entry.path("status"), "queued");
                }
                messages += isQueued ? ITEMS.countOfGroup(group) : 0;
                bytes += isQueued ? ITEMS.payloadBytesOfGroup(group) : 0;
            }
            return Optional.of(new Counted(messages, 4, 0, ITEMS.payloadBytes() - bytes, false));
        }

        private static Optional<Counted> replay(JsonNode root) {
            if (!root.isObject()) {
                return Optional.empty();
            }
            JsonNode status = root.path("replayedAs").path("status");
            boolean isStored = root.has("result")
                    ? isWord(root.get("result"), "moved")
                    : status.isMissingNode() || isWord(status, "queued") || isWord(status, "buffered");
            boolean success =
                    root.path("success").isBoolean() && root.get("success").booleanValue();
            return Optional.of(Counted.of(success && isStored ? 1 : 0));
        }

        private static boolean isWord(JsonNode node, String word) {
            return node.isTextual() && node.textValue().equals(word);
        }
    }
}
