package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PasswordCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private int run(String email, String... typed) {
        Iterator<String> answers = List.of(typed).iterator();
        return PasswordCommand.run(
                new String[] {email},
                _ -> answers.next().toCharArray(),
                new PrintStream(out, true, StandardCharsets.UTF_8),
                new PrintStream(err, true, StandardCharsets.UTF_8));
    }

    @Test
    void it_prints_sql_with_a_hash_of_the_password_and_never_the_password() {
        assertThat(run(" O'Hara@Acme.example ", "correct horse", "correct horse"))
                .isZero();

        String sql = out.toString(StandardCharsets.UTF_8).strip();
        assertThat(sql)
                .startsWith("select queen_proxy.set_user_password('o''hara@acme.example', '$2b$12$")
                .endsWith("');")
                .doesNotContain("correct");
        String hash = sql.substring(sql.indexOf("$2b$"), sql.length() - 3);
        try (var passwords = new Passwords()) {
            assertThat(passwords.compare("correct horse", Optional.of(hash))).isEqualTo(Passwords.Check.RIGHT);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 11, 73, 10_000})
    void a_password_that_bcrypt_would_not_read_whole_or_that_is_too_short_prints_nothing(int length) {
        assertThat(run("a@b.example", "x".repeat(length), "x".repeat(length))).isEqualTo(1);
        assertThat(out.size()).isZero();
        assertThat(err.toString(StandardCharsets.UTF_8)).contains("12 to 72");
    }

    @Test
    void a_slip_of_the_finger_prints_nothing() {
        assertThat(run("a@b.example", "correct horse", "correct house")).isEqualTo(1);
        assertThat(run("no-address")).isEqualTo(2);
        assertThat(out.size()).isZero();
    }
}
