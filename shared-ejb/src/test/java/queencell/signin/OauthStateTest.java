package queencell.signin;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import queencell.signin.OauthState.Return;

class OauthStateTest {
    private final AtomicReference<Instant> now = new AtomicReference<>(Instant.parse("2026-11-30T08:00:00Z"));
    private final OauthState states = new OauthState(new byte[32], now::get);

    @Test
    void the_way_back_brings_what_was_sent_out() {
        OauthState.Begun begun = states.begin(Provider.GOOGLE, "/console/#keys");

        var back = (Return.Good) states.redeem(Provider.GOOGLE, begun.state(), begun.cookie());

        assertThat(back.nonce()).isEqualTo(begun.nonce()).matches("[0-9a-f]{48}");
        assertThat(back.next()).isEqualTo("/console/#keys");
        assertThat(Hashes.sha256Base64Url(back.verifier())).isEqualTo(begun.challenge());
        assertThat(back.verifier()).matches("[A-Za-z0-9_-]{43}");
    }

    @Test
    void a_state_counts_once() {
        OauthState.Begun begun = states.begin(Provider.GOOGLE, "/");
        states.redeem(Provider.GOOGLE, begun.state(), begun.cookie());

        assertThat(states.redeem(Provider.GOOGLE, begun.state(), begun.cookie()))
                .isEqualTo(new Return.Bad("spent"));
    }

    @Test
    void another_browser_cannot_use_it_nor_spend_it() {
        OauthState.Begun begun = states.begin(Provider.GOOGLE, "/");
        String other = states.begin(Provider.GOOGLE, "/").cookie();

        assertThat(states.redeem(Provider.GOOGLE, begun.state(), other)).isEqualTo(new Return.Bad("another browser"));
        assertThat(states.redeem(Provider.GOOGLE, begun.state(), "")).isEqualTo(new Return.Bad("another browser"));
        assertThat(states.redeem(Provider.GOOGLE, begun.state(), begun.cookie()))
                .isInstanceOf(Return.Good.class);
    }

    @Test
    void a_state_of_one_provider_does_not_count_at_the_other() {
        OauthState.Begun begun = states.begin(Provider.GOOGLE, "/");

        assertThat(states.redeem(Provider.GITHUB, begun.state(), begun.cookie()))
                .isEqualTo(new Return.Bad("another provider"));
    }

    @Test
    void it_runs_out_after_five_minutes() {
        OauthState.Begun begun = states.begin(Provider.GOOGLE, "/");
        now.updateAndGet(before -> before.plus(Duration.ofSeconds(300)));

        assertThat(states.redeem(Provider.GOOGLE, begun.state(), begun.cookie()))
                .isEqualTo(new Return.Bad("expired"));
    }

    @Test
    void whatever_is_changed_in_it_breaks_it() {
        OauthState.Begun begun = states.begin(Provider.GOOGLE, "/");
        String state = begun.state();
        for (int at = 0; at < state.length(); at++) {
            String changed = state.substring(0, at) + (state.charAt(at) == 'A' ? 'B' : 'A') + state.substring(at + 1);
            assertThat(states.redeem(Provider.GOOGLE, changed, begun.cookie()))
                    .as("character %d", at)
                    .isInstanceOf(Return.Bad.class);
        }
        assertThat(states.redeem(Provider.GOOGLE, "", "")).isInstanceOf(Return.Bad.class);
        assertThat(states.redeem(Provider.GOOGLE, "x", "")).isInstanceOf(Return.Bad.class);
        assertThat(new OauthState(OauthState.randomKey(), now::get).redeem(Provider.GOOGLE, state, begun.cookie()))
                .isEqualTo(new Return.Bad("signature"));
    }

    @Test
    void another_site_never_gets_into_it() {
        OauthState.Begun begun = states.begin(Provider.GOOGLE, "//evil.example");

        assertThat(((Return.Good) states.redeem(Provider.GOOGLE, begun.state(), begun.cookie())).next())
                .isEqualTo("/");
    }
}
