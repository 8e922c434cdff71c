package queencell.dev.postgres;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.junit.jupiter.api.Test;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;

class PostgresAddressTest {

    @Test
    void the_url_survives_a_password_with_every_kind_of_character() {
        var address = new PostgresAddress("db", 5432, "u@x", "p:/ %ü", "queen_proxy", Map.of());
        assertThat(address.url()).hasToString("postgresql://u%40x:p%3A%2F%20%25%C3%BC@db:5432/queen_proxy");
    }

    @Test
    void a_given_server_reaches_every_process_with_its_tls_words() {
        var caller = new CallerEnvironment(Map.of("PXDB_HOST", "db", "PXDB_PASSWORD", "p", "PXDB_USE_SSL", "true"));
        assertThat(PostgresAddress.given(caller).database("queen_broker").variables("PG_", "DATABASE"))
                .containsEntry("PG_HOST", "db")
                .containsEntry("PG_PORT", "5432")
                .containsEntry("PG_DATABASE", "queen_broker")
                .containsEntry("PG_USE_SSL", "true");
    }

    @Test
    void the_command_line_trusts_no_server_that_the_proxy_would_not() {
        var caller = new CallerEnvironment(Map.of("PXDB_HOST", "db", "PXDB_USE_SSL", "true"));
        assertThat(PostgresAddress.given(caller).jdbcProperties()).containsEntry("sslmode", "verify-full");
        var plain = new CallerEnvironment(Map.of("PXDB_HOST", "db"));
        assertThat(PostgresAddress.given(plain).jdbcProperties()).containsEntry("sslmode", "disable");
    }

    @Test
    void a_root_certificate_that_is_none_is_refused_by_name() {
        var caller = new CallerEnvironment(Map.of("PXDB_HOST", "db", "PXDB_SSL_ROOT_CERT", "/etc/root.pem"));
        assertThatThrownBy(() -> PostgresAddress.given(caller))
                .isInstanceOf(CellFault.class)
                .hasMessageContaining("PXDB_SSL_ROOT_CERT")
                .hasMessageContaining("-----BEGIN CERTIFICATE-----");
    }

    @Test
    void only_a_server_on_this_machine_gets_a_public_password_unasked() {
        for (String host : new String[] {"localhost", "127.0.0.1", "127.1.2.3", "::1"}) {
            assertThat(DevelopmentFixture.suits(new PostgresAddress(host, 1, "u", "", "d", Map.of())))
                    .as(host)
                    .isTrue();
        }
        for (String host : new String[] {"db", "10.0.0.7", "127.example.org", "localhost.example.org"}) {
            assertThat(DevelopmentFixture.suits(new PostgresAddress(host, 1, "u", "", "d", Map.of())))
                    .as(host)
                    .isFalse();
        }
    }

    @Test
    void the_password_is_not_printed() {
        assertThat(new PostgresAddress("db", 1, "u", "secret", "d", Map.of()).toString())
                .doesNotContain("secret");
    }
}
