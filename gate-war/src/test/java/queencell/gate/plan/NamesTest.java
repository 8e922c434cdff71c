package queencell.gate.plan;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamesTest {

    @ParameterizedTest
    @ValueSource(strings = {"a", "z", "0", "9", "a-", "a-z-0-9", "0a"})
    void a_segment_is_taken(String name) {
        assertThat(Names.isSegment(name)).isTrue();
        assertThat(Names.isSegment("n".repeat(63))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-a", "A", "a.b", "a_b", "a b", "é", "a/", "a:", "`", "{", "a\n"})
    void what_would_tear_a_queue_name_is_no_segment(String name) {
        assertThat(Names.isSegment(name)).isFalse();
        assertThat(Names.isSegment("n".repeat(64))).isFalse();
    }

    @Test
    void names_and_keys_are_spelled_as_the_specification_has_them() {
        assertThat(Names.namespace("acme")).isEqualTo("gate.acme");
        assertThat(Names.ingressQueue("acme", "mail", "n")).isEqualTo("gate.acme.mail.n.ingress");
        assertThat(Names.interiorQueue("acme", "mail", "n")).isEqualTo("gate.acme.mail.n.in");
        assertThat(Names.group("acme", "mail", "p", "n")).isEqualTo("gate.acme.mail.p.n");
        assertThat(Names.legacyEgressQueue("acme", "t", "bulk")).isEqualTo("gate.acme.t.admitted.bulk");
        assertThat(Names.hopLabel("acme", "mail", "p", "n")).isEqualTo("acme/mail/p/n");
        assertThat(Names.terminalLabel("acme", "mail", "p", "n")).isEqualTo("acme/mail/p/n/out");
        assertThat(Names.reentryLabel(2)).isEqualTo("r2");
        assertThat(Names.breakerKey("acme", "mail", "n")).isEqualTo("brk:acme:mail:n");
        assertThat(Names.documentKey("acme", "mail")).isEqualTo("graph:acme:mail");
        assertThat(Names.legacyTargetKey("acme", "t")).isEqualTo("spec:acme:t");
    }

    @ParameterizedTest
    @CsvSource({"abc, 3", "\u007f, 1", "\u0080, 2", "\u07ff, 2", "\u0800, 3", "\uffff, 3", "\ud83d\ude00, 4", "é€, 5"})
    void the_length_of_a_key_is_counted_in_utf8(String text, int bytes) {
        assertThat(Names.utf8Length(text)).isEqualTo(bytes);
    }

    @Test
    void a_scope_value_is_hashed_only_when_the_key_would_be_too_long() {
        String base = "b:acme:mail:n:x";
        int room = Names.MAX_KEY_BYTES - base.length() - 1;
        assertThat(Names.scopedKey(base, "v".repeat(room))).isEqualTo(base + ":" + "v".repeat(room));
        assertThat(Names.scopedKey(base, "v".repeat(room + 1))).matches(base + ":%sha256-[0-9a-f]{64}");
        assertThat(Names.scopedKey(base, "é".repeat(room / 2))).doesNotContain("sha256");
        assertThat(Names.scopedKey(base, "é".repeat(room / 2 + 1))).contains("%sha256-");
        assertThat(Names.utf8Length(Names.scopedKey(base, "v".repeat(9999)))).isEqualTo(base.length() + 73);
    }

    @Test
    void half_a_surrogate_pair_is_hashed_as_the_replacement_character() {
        String base = "b:a:g:n:x";
        String hashed = Names.scopedKey(base, "\ud800");
        assertThat(hashed)
                .isEqualTo(base + ":%sha256-83d544ccc223c057d2bf80d3f2a32982c32c3c0db8e2674820da5064783fb097");
        assertThat(Names.scopedKey(base, "\udc00")).isEqualTo(hashed);
        assertThat(Names.scopedKey(base, "\ud800x")).isNotEqualTo(hashed).contains("%sha256-");
        assertThat(Names.scopedKey(base, "\ud83d\ude00")).isEqualTo(base + ":\ud83d\ude00");
        assertThat(Names.scopedKey(base, "\ud83d\ude00\ud83d\ude00!")).isEqualTo(base + ":\ud83d\ude00\ud83d\ude00!");
    }

    @ParameterizedTest
    @CsvSource({
        "a.b, true",
        "*, true",
        "a.*, true",
        "a.b.*, true",
        "'', false",
        ".*, false",
        "a*, false",
        "*.a, false",
        "a.*.b, false",
        "a*.*, false",
        "**, false"
    })
    void a_pattern_that_can_never_match_is_told_apart(String pattern, boolean valid) {
        assertThat(OpPatterns.isValid(pattern)).isEqualTo(valid);
    }

    @ParameterizedTest
    @CsvSource({
        // products of more than 64 bits
        "9223372036854775807, 9223372036854775807, 1, 9223372036854775807, 9223372036854776",
        "9223372036854775807, 3153600000000, 3600, 2562047788015215, 876000",
        // the divisor alone has more than 64 bits
        "9223372036854775807, 1000, 1, 9223372036854775807, 1",
        "9223372036854775, 1000, 1, 9223372036854775, 1",
        "9223372036854776, 1001, 1, 9223372036854776, 2"
    })
    void windows_of_huge_numbers_are_exact(long count, long timeMs, long parts, long perWindow, long seconds) {
        assertThat(SubWindow.of(count, timeMs, OptionalLong.of(parts)))
                .isEqualTo(new SubWindow(parts, perWindow, seconds));
    }
}
