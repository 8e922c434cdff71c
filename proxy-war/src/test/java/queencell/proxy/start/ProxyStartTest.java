package queencell.proxy.start;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import queencell.proxy.HeardLog;
import queencell.proxy.cluster.ClusterSettings;
import queencell.proxy.database.PxdbSettings;
import queencell.settings.InvalidSettingException;
import queencell.settings.SettingsReader;
import queencell.signin.TokenSettings;

/// What a start refuses, and what it warns about (pipeline, 14.1).
class ProxyStartTest {
    private static final String BROKER = "http://127.0.0.1:6632";

    private static void check(Map<String, String> environment) {
        var reader = SettingsReader.of(environment);
        ProxyStart.checkThatThereIsSomethingToServe(
                reader.read(PxdbSettings.class), reader.read(ClusterSettings.class));
    }

    @Test
    void a_proxy_without_database_and_broker_would_refuse_everybody() {
        assertThatThrownBy(() -> check(Map.of()))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("nothing to serve")
                .hasMessageContaining("PXDB_HOST")
                .hasMessageContaining("QUEEN_PROXY_DEV_CELL_URL");
        assertThatCode(() -> check(Map.of("QUEEN_PROXY_DEV_CELL_URL", BROKER))).doesNotThrowAnyException();
    }

    @Test
    void a_shared_host_without_a_database_would_refuse_every_credential() {
        var shared = Map.of("QUEEN_PROXY_DEV_CELL_URL", BROKER, "QUEEN_PROXY_SHARED_HOSTS", "all.example");
        assertThatThrownBy(() -> check(shared))
                .isInstanceOf(InvalidSettingException.class)
                .hasMessageContaining("QUEEN_PROXY_SHARED_HOSTS")
                .hasMessageContaining("PXDB_HOST");
        var known = new HashMap<>(shared);
        known.put("PXDB_HOST", "127.0.0.1");
        assertThatCode(() -> check(known)).doesNotThrowAnyException();
    }

    /// Its client would be told for ever to come again in a second.
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            QUEEN_EDGE_BODY_MEMORY_BYTES=16777215                                              | 4096 | QUEEN_PROXY_MAX_BODY_BYTES
            QUEEN_EDGE_BODY_MEMORY_BYTES=16777216                                              |   64 |
            QUEEN_EDGE_BODY_MEMORY_BYTES=600000;QUEEN_EDGE_MAX_BODY_BYTES=600001               | 4096 | QUEEN_EDGE_MAX_BODY_BYTES
            QUEEN_EDGE_BODY_MEMORY_BYTES=600000;QUEEN_EDGE_MAX_BODY_BYTES=600000               | 4096 |
            QUEEN_EDGE_BODY_MEMORY_BYTES=600000;QUEEN_PROXY_MAX_BODY_BYTES=60000               | 4096 | QUEEN_EDGE_WEB_MAX_BODY_BYTES
            QUEEN_PROXY_MAX_BODY_BYTES=268435456;QUEEN_EDGE_MAX_BODY_BYTES=268435456           | 1023 | QUEEN_PROXY_MAX_BODY_BYTES
            QUEEN_PROXY_MAX_BODY_BYTES=268435456;QUEEN_EDGE_MAX_BODY_BYTES=268435456           | 1024 |
            QUEEN_PROXY_MAX_BODY_BYTES=67108864                                                |   64 |
            """)
    void a_body_that_never_finds_room_would_be_allowed(String environment, long heapMib, String named) {
        Map<String, String> settings = Stream.of(environment.split(";"))
                .map(each -> each.split("="))
                .collect(Collectors.toMap(each -> each[0], each -> each[1]));
        Runnable check = () -> Configuration.checkBodies(SettingsReader.of(settings), heapMib << 20);
        if (named == null) {
            assertThatCode(check::run).doesNotThrowAnyException();
        } else {
            assertThatThrownBy(check::run)
                    .isInstanceOf(InvalidSettingException.class)
                    .hasMessageContaining(named)
                    .hasMessageContaining("QUEEN_EDGE_BODY_MEMORY_BYTES")
                    .hasMessageContaining("heap");
        }
    }

    /// The tokens of its owner would be bad one after the other, and nobody would know why.
    @ParameterizedTest
    @CsvSource({"QUEEN_PROXY_JWT_SECRET,1", "QUEEN_PROXY_JWT_ES256_PEM,1", "QUEEN_PROXY_JWT_ED25519_PEM,0", "X,0"})
    void a_public_key_beside_another_signing_key_would_be_ignored_without_a_word(String signing, int warnings) {
        var tokens = SettingsReader.of(Map.of("QUEEN_PROXY_JWT_ED25519_PUB_PEM", "public", signing, "signing"))
                .read(TokenSettings.class);
        try (var log = new HeardLog()) {
            ProxyStart.warnAboutIgnoredKey(tokens);
            assertThat(log.lines("public_key_ignored"))
                    .hasSize(warnings)
                    .allSatisfy(line -> assertThat(line).contains(" WARN config ", "QUEEN_PROXY_JWT_ED25519_PUB_PEM"));
        }
    }
}
