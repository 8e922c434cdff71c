package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.LocalDate;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.gate.Vectors;
import queencell.gate.graph.Declaration;
import queencell.gate.graph.Declared;
import queencell.gate.graph.Replica;

/// Which numbers were looked up too long ago (runtime, 16.11).
class ProvenanceTest {

    @ParameterizedTest
    @CsvSource({
        "2026-01-01, 1",
        "2026-01-01T10:00:00Z, 1",
        "2026-01-01T10:00:00.5+02:00, 1",
        "2026-01-01T10:00, 1",
        "2026-03-02, 1",
        "2026-03-03, 0",
        "2026-05-01, 0",
        "2026-01-01 per Bob, 0",
        "2026-01-01T, 0",
        "2026-01-015, 0",
        "2026-02-30, 0",
        "spring 2025, 0"
    })
    void only_a_whole_date_or_instant_can_be_stale(String asOf, long stale) throws IOException {
        try (Replica replica = Replica.start()) {
            var declared = replica.supervisor().declare(Declaration.of(Vectors.document("""
                    {"application":"app","graph":"g","version":1,
                     "nodes":{"n":{"ingress":true,"egress":"out",
                              "budgets":[{"count":100,"timeMs":1000,"source":"portal","asOf":"%s"}]}},
                     "paths":[{"name":"main","nodes":["n"]}]}""".formatted(asOf))));
            assertThat(declared).isInstanceOf(Declared.Accepted.class);
            assertThat(Provenance.stale(replica.registry().all(), LocalDate.of(2026, 6, 1)))
                    .isEqualTo(stale);
        }
    }
}
