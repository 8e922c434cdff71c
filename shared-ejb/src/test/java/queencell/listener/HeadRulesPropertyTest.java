package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.RandomDistribution;
import net.jqwik.api.Tuple;
import net.jqwik.api.statistics.Statistics;
import net.jqwik.api.statistics.StatisticsReport;

/// The fields that say where a body ends and whether the connection stays (RFC 9112, 3.2, 6 and 9.3; RFC 9110, 10.1.1),
/// made of what is right, nearly right and odd, and judged a second time by regular expressions over all their lines.
class HeadRulesPropertyTest {

    private static final Pattern LENGTH = Pattern.compile("[0-9]{1,18}");
    private static final Pattern ONLY_CHUNKED = Pattern.compile("([ \t,]*+(?i:chunked)[ \t]*+(,|\\z))*[ \t,]*");
    private static final Pattern CHUNKED_ONCE = Pattern.compile("[ \t,]*(?i:chunked)[ \t,]*");
    private static final Pattern CLOSE = member("close");
    private static final Pattern KEEP_ALIVE = member("keep-alive");
    private static final Pattern CONTINUE = member("100-continue");

    /// @param value as it is sent, blanks around it included
    private record Field(String name, String value) {}

    /// @param refused the status of a refusal, 0 for a head that is read
    private record Verdict(int refused, long bodyLength, boolean keepAlive, boolean expectsContinue) {
        static Verdict refused(int status) {
            return new Verdict(status, 0, false, false);
        }
    }

    @Property(tries = 3000, edgeCases = EdgeCasesMode.NONE)
    @StatisticsReport(StatisticsReport.StatisticsReportMode.OFF)
    void a_head_must_not_be_judged_otherwise_than_by_the_rules(
            @ForAll boolean http10, @ForAll("fields") List<Field> fields) {
        Verdict verdict = read(http10, fields);

        assertThat(verdict).isEqualTo(byTheRules(http10, fields));

        Statistics.label("refused").collect(verdict.refused());
        if (verdict.refused() == 0) {
            Statistics.label("length").collect(Long.signum(verdict.bodyLength()));
            Statistics.label("connection").collect(http10, verdict.keepAlive());
            Statistics.label("expect").collect(verdict.expectsContinue());
        }
        assertEachCame("refused", List.of(0), List.of(400), List.of(501));
        assertEachCame("length", List.of(-1), List.of(0), List.of(1));
        assertEachCame("connection", List.of(true, true), List.of(false, false));
        assertEachCame("expect", List.of(true), List.of(false));
    }

    /// Judged when all heads were read: what never came is not tested.
    private static void assertEachCame(String label, List<?>... verdicts) {
        Statistics.label(label).coverage(seen -> {
            for (List<?> verdict : verdicts) {
                seen.check(verdict.toArray()).count(times -> times > 0);
            }
        });
    }

    private static Verdict read(boolean http10, List<Field> fields) {
        var head = new StringBuilder("POST /a HTTP/1." + (http10 ? 0 : 1) + "\r\n");
        fields.forEach(field ->
                head.append(field.name()).append(':').append(field.value()).append("\r\n"));
        ByteBuf in = Unpooled.copiedBuffer(head.append("\r\n"), StandardCharsets.ISO_8859_1);
        try {
            return switch (new HeadReader(EdgeSettings.defaults()).read(in)) {
                case HeadReader.Outcome.Read read ->
                    new Verdict(
                            0,
                            read.head().bodyLength(),
                            read.head().keepAlive(),
                            read.head().expectsContinue());
                case HeadReader.Outcome.Refused refused ->
                    Verdict.refused(refused.refusal().status());
                case HeadReader.Outcome.More more -> throw new AssertionError("a whole head is not read: " + head);
            };
        } finally {
            in.release();
        }
    }

    private static Verdict byTheRules(boolean http10, List<Field> fields) {
        int hosts = lines("host", fields).size();
        List<String> lengths = lines("content-length", fields);
        List<String> codings = lines("transfer-encoding", fields);
        if (hosts > 1 || hosts == 0 && !http10 || !codings.isEmpty() && (http10 || !lengths.isEmpty())) {
            return Verdict.refused(400);
        }
        if (!ONLY_CHUNKED.matcher(joined(codings)).matches()) {
            return Verdict.refused(501);
        }
        boolean isChunked = CHUNKED_ONCE.matcher(joined(codings)).matches();
        boolean hasLength =
                lengths.size() == 1 && LENGTH.matcher(lengths.getFirst()).matches();
        if (!codings.isEmpty() && !isChunked || !lengths.isEmpty() && !hasLength) {
            return Verdict.refused(400);
        }
        String connection = joined(lines("connection", fields));
        return new Verdict(
                0,
                isChunked ? InboundBody.CHUNKED : hasLength ? Long.parseLong(lengths.getFirst()) : 0,
                !CLOSE.matcher(connection).find()
                        && (!http10 || KEEP_ALIVE.matcher(connection).find()),
                !http10 && CONTINUE.matcher(joined(lines("expect", fields))).find());
    }

    private static Pattern member(String word) {
        return Pattern.compile("(^|,)[ \t]*(?i:" + word + ")[ \t]*(,|\\z)");
    }

    private static List<String> lines(String name, List<Field> fields) {
        return fields.stream()
                .filter(field -> field.name().toLowerCase(Locale.ROOT).equals(name))
                .map(field -> field.value().replaceAll("^[ \t]+|[ \t]+\\z", ""))
                .toList();
    }

    /// Several lines of a list mean the same as one (RFC 9110, 5.3).
    private static String joined(List<String> lines) {
        return String.join(",", lines);
    }

    @Provide
    Arbitrary<List<Field>> fields() {
        Arbitrary<List<Field>> hosts = Arbitraries.frequency(Tuple.of(1, 0), Tuple.of(12, 1), Tuple.of(1, 2))
                .flatMap(count -> field("Host", Arbitraries.just("h")).list().ofSize(count));
        Arbitrary<String> digits =
                Arbitraries.strings().numeric().ofMaxLength(20).withLengthDistribution(RandomDistribution.uniform());
        // two lines that agree are still two
        Arbitrary<String> lengths = Arbitraries.frequencyOf(Tuple.of(1, Arbitraries.just("3")), Tuple.of(1, digits));
        Arbitrary<String> codings = Arbitraries.frequencyOf(
                Tuple.of(1, spellings("chunked")), Tuple.of(1, members("chunked", "gzip", "xchunked")));
        Arbitrary<List<Field>> others = Arbitraries.oneOf(
                        field("Content-Length", lengths),
                        field("Transfer-Encoding", codings),
                        field("Connection", members("close", "keep-alive", "closed")),
                        field("Expect", members("100-continue", "100", "continue")),
                        field("X-Length", members("1", "chunked", "close", "100-continue")))
                .list()
                .ofMaxSize(4);
        return Combinators.combine(hosts, others)
                .as((first, second) ->
                        Stream.concat(first.stream(), second.stream()).toList())
                .flatMap(Arbitraries::shuffle);
    }

    private static Arbitrary<Field> field(String name, Arbitrary<String> values) {
        Arbitrary<String> odd = Combinators.combine(
                        values, oddPieces(), Arbitraries.integers().between(0, 30))
                .as(HeadRulesPropertyTest::inserted);
        return Combinators.combine(spellings(name), Arbitraries.frequencyOf(Tuple.of(4, values), Tuple.of(1, odd)))
                .as(Field::new);
    }

    /// What a value may hold: no control characters but the tab.
    private static Arbitrary<String> oddPieces() {
        return Arbitraries.strings()
                .withCharRange(' ', '~')
                .withCharRange('\u0080', '\u00ff')
                .withChars("\t \t ,,;=\"0")
                .ofMinLength(1)
                .ofMaxLength(3);
    }

    private static String inserted(String value, String piece, int at) {
        int place = at % (value.length() + 1);
        return value.substring(0, place) + piece + value.substring(place);
    }

    /// None to three of the words, mostly as members of a list.
    private static Arbitrary<String> members(String... words) {
        Arbitrary<String> word = Arbitraries.of(words).flatMap(HeadRulesPropertyTest::spellings);
        Arbitrary<String> before = Arbitraries.of("", " ", "\t", ",", ", ");
        Arbitrary<String> between = Arbitraries.of(",", ", ", "\t,", " ,, ", " ", ";");
        return Combinators.combine(before, between, word.list().ofMaxSize(3))
                .as((start, separator, list) -> start + String.join(separator, list) + start);
    }

    private static Arbitrary<String> spellings(String text) {
        return Arbitraries.of(text, text.toLowerCase(Locale.ROOT), text.toUpperCase(Locale.ROOT));
    }
}
