package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class EmailAddressTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "adm\u0130n@acme.example",
                "adm\u0131n@acme.example",
                "admin@acme.e\u212Aample",
                "admin@\u212Acme.example",
                "\uff41dmin@acme.example",
                "\u0430dmin@acme.example",
                "admin@acme.example\u00a0",
                "\tadmin@acme.example",
                "admin@acme.example\n",
                "a\u0300dmin@acme.example",
                "admin\u200b@acme.example"
            })
    void a_look_alike_never_becomes_the_address_it_looks_like(String lookAlike) {
        assertThat(EmailAddress.parse(lookAlike))
                .isPresent()
                .hasValueSatisfying(address -> assertThat(address.folded()).isNotEqualTo("admin@acme.example"));
    }

    @Test
    void ascii_letters_fold_and_blanks_around_it_go() {
        assertThat(EmailAddress.parse("  AdMin@ACME.example ")).contains(new EmailAddress("admin@acme.example"));
    }

    @Test
    void a_text_without_an_at_or_over_320_characters_is_no_address() {
        assertThat(EmailAddress.parse("admin")).isEmpty();
        assertThat(EmailAddress.parse("")).isEmpty();
        assertThat(EmailAddress.parse("a".repeat(319) + "@")).isPresent();
        assertThat(EmailAddress.parse("a".repeat(320) + "@")).isEmpty();
    }

    @Test
    void the_domain_is_what_stands_behind_the_last_at() {
        assertThat(new EmailAddress("\"a@acme.example\"@evil.example").domain()).isEqualTo("evil.example");
    }
}
