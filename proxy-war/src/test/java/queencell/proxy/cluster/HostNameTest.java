package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HostNameTest {
    @ParameterizedTest
    @CsvSource(textBlock = """
            acme-prod.eu1.example.com,       acme-prod
            Acme-Prod.eu1.example.com:6711,  acme-prod
            acme.eu1.example.com.,           acme
            acme.:6711,                      acme
            acme,                            acme
            ' acme.example.com ',            acme
            acme.example.com...,             acme
            127.0.0.1:6711,                  127
            """)
    void a_spelling_of_a_host_must_not_miss_its_cluster(String host, String slug) {
        assertThat(HostName.parse(host).slug()).contains(slug);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ":6711",
                ".",
                "...",
                "[::1]:6711",
                "weird:notaport.example.com",
                "acme:",
                "-acme.example.com",
                "acme-.example.com",
                "ac_me",
                ".acme",
                "äcme",
                "acme prod",
                "\u212Aacme"
            })
    void a_host_that_names_no_possible_cluster_must_not_cost_a_query(String host) {
        assertThat(HostName.parse(host).slug()).isEmpty();
    }

    @Test
    void the_longest_slug_has_63_letters() {
        assertThat(HostName.parse("a".repeat(63) + ".example.com").slug()).isPresent();
        assertThat(HostName.parse("a".repeat(64) + ".example.com").slug()).isEmpty();
    }

    @Test
    void a_shared_host_is_the_same_name_in_every_spelling() {
        HostName shared = HostName.parse("Cell.Example.com");
        assertThat(HostName.parse("cell.example.com.:443")).isEqualTo(shared);
        assertThat(HostName.parse("cell.example.com:x")).isNotEqualTo(shared);
    }
}
