package queencell.proxy.inspect;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.function.Predicate;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import queencell.proxy.route.Classifier;
import queencell.proxy.route.Route;
import queencell.proxy.route.Special;

/// What a real broker took and answered (vectors, `broker-answers.json`): none of it may be refused or miscounted.
class RecordedAnswersTest {
    private static final Path RECORDED = Path.of("../shared-ejb/src/test/resources/vectors/broker-answers.json");
    private static final ObjectMapper JSON = new ObjectMapper();

    private record Pair(String name, Route route, int status, byte[] request, JsonNode answer) {
        static Pair of(JsonNode recorded) {
            JsonNode request = recorded.get("request");
            String path = request.get("path").asText().split("\\?", 2)[0];
            return new Pair(
                    recorded.get("name").asText(),
                    Classifier.classify(request.get("method").asText(), path),
                    recorded.get("response").get("status").asInt(),
                    request.path("body").toString().getBytes(StandardCharsets.UTF_8),
                    recorded.get("response").path("body"));
        }

        boolean wasTaken() {
            return status >= 200 && status < 300 && !answer.isMissingNode();
        }
    }

    @TestFactory
    Stream<DynamicTest> what_a_broker_took_must_not_be_refused() throws IOException {
        return pairs().filter(pair -> pair.wasTaken() && pair.route.buffersBody())
                .map(pair -> DynamicTest.dynamicTest(
                        pair.name,
                        () -> assertThat(read(pair.route.special(), pair.request))
                                .isInstanceOf(Reading.Readable.class)));
    }

    @TestFactory
    Stream<DynamicTest> what_a_broker_stored_or_delivered_must_be_metered() throws IOException {
        return pairs().filter(pair -> pair.wasTaken() && pair.route.special().readsAnswer())
                .map(pair -> DynamicTest.dynamicTest(pair.name, () -> {
                    AnswerScanner scanner = scanner(pair);
                    scanner.feed(pair.answer.toString().getBytes(StandardCharsets.UTF_8));
                    assertThat(((Answer.Counted) scanner.end()).messages()).isEqualTo(expected(pair));
                }));
    }

    private static Stream<Pair> pairs() throws IOException {
        return StreamSupport.stream(
                        JSON.readTree(RECORDED.toFile()).get("pairs").spliterator(), false)
                .flatMap(family -> StreamSupport.stream(family.spliterator(), false))
                .map(Pair::of);
    }

    private static Reading<?> read(Special special, byte[] body) {
        return switch (special) {
            case PUSH -> PushBody.read(body, 1000);
            case TRANSACTION -> TransactionBody.read(body, 1000);
            case ACK -> AckBody.read(body);
            case CONFIGURE -> ConfigureBody.read(body);
            case CYCLE -> CycleBody.read(body);
            case KV, TIMERS -> BatchBody.read(body);
            case EPHEMERAL_PUSH -> EphemeralPushBody.read(body);
            case REPLAY -> ReplayBody.read(body);
            case NONE, POP, EPHEMERAL_POP, RETRY ->
                throw new IllegalArgumentException(special + " has no body to read");
        };
    }

    private static AnswerScanner scanner(Pair pair) {
        return switch (pair.route.special()) {
            case PUSH -> AnswerScanner.ofPush(Bodies.readable(PushBody.read(pair.request, 1000)));
            case TRANSACTION ->
                AnswerScanner.ofTransaction(Bodies.readable(TransactionBody.read(pair.request, 1000))
                        .pushes());
            case POP, EPHEMERAL_POP -> AnswerScanner.ofPop();
            case CYCLE ->
                AnswerScanner.ofCycle(
                        Bodies.readable(CycleBody.read(pair.request)).sinks());
            case EPHEMERAL_PUSH -> AnswerScanner.ofEphemeralPush();
            case REPLAY, RETRY -> AnswerScanner.ofReplay();
            case NONE, ACK, CONFIGURE, KV, TIMERS -> throw new IllegalArgumentException(pair.name);
        };
    }

    private static long expected(Pair pair) {
        JsonNode answer = pair.answer;
        return switch (pair.route.special()) {
            case PUSH -> count(answer, item -> isAccepted(item.path("status").asText()));
            case TRANSACTION ->
                count(
                        answer.path("results"),
                        result -> result.path("type").asText().equals("push")
                                && !result.path("duplicate").asBoolean());
            case POP, EPHEMERAL_POP -> answer.path("messages").size();
            case CYCLE -> answer.path("success").asBoolean() ? queuedSinks(pair) : 0;
            case EPHEMERAL_PUSH -> answer.path("pushed").asLong();
            case REPLAY, RETRY ->
                answer.path("success").asBoolean()
                                && isAccepted(
                                        answer.path("replayedAs").path("status").asText())
                        ? 1
                        : 0;
            case NONE, ACK, CONFIGURE, KV, TIMERS -> throw new IllegalArgumentException(pair.name);
        };
    }

    /// One entry of the answer tells about all items of its queue and partition.
    private static long queuedSinks(Pair pair) {
        PushItems sinks = Bodies.readable(CycleBody.read(pair.request)).sinks();
        long queued = 0;
        for (int group = 0; group < sinks.groups().size(); group++) {
            QueuePartition destination = sinks.groups().get(group);
            boolean isQueued = count(
                            pair.answer.path("push_results"),
                            entry -> entry.path("status").asText().equals("queued")
                                    && entry.path("queue").asText().equals(destination.queue())
                                    && entry.path("partition").asText().equals(destination.partition()))
                    > 0;
            queued += isQueued ? sinks.countOfGroup(group) : 0;
        }
        return queued;
    }

    private static boolean isAccepted(String status) {
        return status.equals("queued") || status.equals("buffered");
    }

    private static long count(JsonNode list, Predicate<JsonNode> counts) {
        return StreamSupport.stream(list.spliterator(), false).filter(counts).count();
    }
}
