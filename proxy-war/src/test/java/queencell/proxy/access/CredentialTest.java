package queencell.proxy.access;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.proxy.access.Credential.ApiKey;
import queencell.proxy.access.Credential.None;
import queencell.proxy.access.Credential.Session;

class CredentialTest {
    private static final String COOKIE = "queen_session";

    @Test
    void a_key_is_known_by_its_hash_alone() {
        Credential credential = read("Bearer qk_live_abc", "", "");
        assertThat(credential)
                .isEqualTo(new ApiKey("e0f99d2c8424e2a56f891da1dc876bdda016875d2c8d6b952438e6f7f259d281"));
        assertThat(credential.toString()).isEqualTo("ApiKey[…]");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Bearer qk_x", "bearer qk_x", "BEARER  qk_x ", "qk_x", "\tqk_x"})
    void the_scheme_must_not_matter(String authorization) {
        assertThat(read(authorization, "", "")).isEqualTo(new ApiKey(Credential.hashOf("qk_x")));
    }

    @Test
    void an_explicit_header_wins_over_the_cookie() {
        assertThat(read("Bearer eyJ", "", "queen_session=other")).isEqualTo(new Session("eyJ"));
        assertThat(read("Basic dTpw", "", "queen_session=other")).isEqualTo(new Session("Basic dTpw"));
    }

    @Test
    void a_navigation_must_not_lease_messages_with_the_cookie() {
        assertThat(read("", "navigate", "queen_session=t")).isEqualTo(new None());
        assertThat(read("", "Navigate", "queen_session=t")).isEqualTo(new None());
        assertThat(read("Bearer t", "navigate", "")).isEqualTo(new Session("t"));
        assertThat(read("", "cors", "queen_session=t")).isEqualTo(new Session("t"));
        assertThat(Credential.ofPageRequest("", "queen_session=t", COOKIE)).isEqualTo(new Session("t"));
    }

    @Test
    void a_cookie_of_another_name_or_one_of_two_that_differ_opens_a_session() {
        assertThat(read("", "", "a=1; queen_session = t ; queen_session=t")).isEqualTo(new Session("t"));
        assertThat(read("", "", "a=1; queen_session = t ; queen_session=u")).isEqualTo(new None());
        assertThat(read("", "", "Queen_session=t; queen_session2=u; xqueen_session=v"))
                .isEqualTo(new None());
        assertThat(read("", "", "queen_session=")).isEqualTo(new None());
        assertThat(read("", "", "queen_session")).isEqualTo(new None());
        assertThat(read("", "", "queen_session=a=b")).isEqualTo(new Session("a=b"));
    }

    @Test
    void a_cookie_must_not_become_a_key_of_the_data_plane() {
        assertThat(read("", "", "queen_session=qk_live_abc")).isEqualTo(new None());
    }

    @Test
    void a_header_that_is_no_text_is_no_credential() {
        assertThat(read("Bearer t\u00e4", "", "")).isEqualTo(new None());
        assertThat(read("  ", "", "")).isEqualTo(new None());
        assertThat(read("Bearer ", "", "")).isEqualTo(new None());
        assertThat(read("", "", "")).isEqualTo(new None());
    }

    @Test
    void a_token_must_not_reach_a_log() {
        assertThat(new Session("eyJhbGciOi").toString()).isEqualTo("Session[…]");
    }

    private static Credential read(String authorization, String secFetchMode, String cookie) {
        return Credential.ofApiRequest(authorization, secFetchMode, cookie, COOKIE);
    }
}
