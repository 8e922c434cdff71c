package queencell.dev.postgres;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;
import queencell.dev.CallerEnvironment;

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
    void the_password_is_not_printed() {
        assertThat(new PostgresAddress("db", 1, "u", "secret", "d", Map.of()).toString())
                .doesNotContain("secret");
    }
}
