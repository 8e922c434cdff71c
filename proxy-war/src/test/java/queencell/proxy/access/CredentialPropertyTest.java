package queencell.proxy.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Whoever may connect chooses these bytes (acceptance check 21).
class CredentialPropertyTest {
    @Property
    void no_bytes_may_make_a_reader_of_credentials_throw(
            @ForAll byte[] authorization, @ForAll byte[] mode, @ForAll byte[] cookie) {
        for (String scheme : new String[] {"", "Bearer ", "bearer qk_"}) {
            assertThat(Credential.ofApiRequest(scheme + latin1(authorization), latin1(mode), latin1(cookie), "session"))
                    .isNotNull();
        }
        assertThat(Credential.ofPageRequest("", "session=" + latin1(cookie), "session"))
                .isNotInstanceOf(Credential.ApiKey.class);
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
