package queencell.proxy.forward;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import queencell.listener.InboundHeaders;

/// Header fields between client and broker (pipeline, 9.1; acceptance check 7).
class ForwardRulesTest {

    private static final ForwardRules.Injected PLAIN =
            new ForwardRules.Injected(Optional.empty(), Optional.empty(), "rid", false, false);

    private static List<String> forwarded(ForwardRules.Injected injected, String... fields) {
        return ForwardRules.towardsBroker(InboundHeaders.of(List.of(fields)), injected);
    }

    @Test
    void a_field_between_neighbours_reaches_the_broker() {
        assertThat(forwarded(
                        PLAIN,
                        "Connection",
                        "close, X-Mine",
                        "x-MINE",
                        "1",
                        "Connection",
                        "other",
                        "Other",
                        "2",
                        "Keep-Alive",
                        "5",
                        "TE",
                        "trailers",
                        "Trailer",
                        "x",
                        "Transfer-Encoding",
                        "chunked",
                        "Content-Length",
                        "4",
                        "Upgrade",
                        "h2c",
                        "HTTP2-Settings",
                        "x",
                        "Proxy-Connection",
                        "x",
                        "Proxy-Authorization",
                        "x",
                        "Proxy-Authenticate",
                        "x",
                        "Expect",
                        "100-continue",
                        "Host",
                        "h"))
                .containsExactly("x-queen-request-id", "rid");
    }

    @Test
    void a_credential_of_the_tenant_reaches_the_broker() {
        assertThat(forwarded(PLAIN, "Authorization", "Bearer key", "authorization", "x", "Cookie", "queen_session=t"))
                .containsExactly("x-queen-request-id", "rid");
    }

    @Test
    void a_forged_broker_field_reaches_the_broker() {
        var injected =
                new ForwardRules.Injected(Optional.of("Bearer cell"), Optional.of("tenant"), "rid", false, false);
        assertThat(forwarded(
                        injected,
                        "X-Queen-Tenant",
                        "forged",
                        "x-queen-eph-fwd",
                        "1",
                        "x-queen-act-cluster",
                        "a",
                        "x-queen-request-id",
                        "forged",
                        "x-queen-anything",
                        "x",
                        "Connection",
                        "x-queen-tenant",
                        "authorization",
                        "Bearer forged"))
                .containsExactly(
                        "authorization", "Bearer cell", "x-queen-tenant", "tenant", "x-queen-request-id", "rid");
    }

    /// With the injection off it is the only one, and would choose whose queues the broker serves.
    @Test
    void a_forged_tenant_reaches_the_broker_where_none_is_injected() {
        assertThat(forwarded(PLAIN, "x-queen-tenant", "forged", "X-Queen-Tenant", "again", "x-queen-eph-fwd", "1"))
                .containsExactly("x-queen-request-id", "rid");
    }

    @Test
    void an_ordinary_field_is_lost_or_changed() {
        assertThat(forwarded(
                        PLAIN,
                        "Accept-Encoding",
                        "gzip",
                        "content-TYPE",
                        "a/b",
                        "X-Forwarded-For",
                        "1",
                        "x-queen",
                        "y",
                        "X",
                        "",
                        "x",
                        "2"))
                .containsExactly(
                        "Accept-Encoding",
                        "gzip",
                        "content-TYPE",
                        "a/b",
                        "X-Forwarded-For",
                        "1",
                        "x-queen",
                        "y",
                        "X",
                        "",
                        "x",
                        "2",
                        "x-queen-request-id",
                        "rid");
    }

    @Test
    void an_inspected_answer_may_come_compressed() {
        var inspected = new ForwardRules.Injected(Optional.empty(), Optional.empty(), "rid", false, true);
        assertThat(forwarded(inspected, "Accept-Encoding", "gzip", "accept-encoding", "br"))
                .containsExactly("x-queen-request-id", "rid", "accept-encoding", "identity");
    }

    @Test
    void more_fields_are_forwarded_than_the_broker_takes() {
        var all = new ForwardRules.Injected(Optional.of("Bearer cell"), Optional.of("tenant"), "rid", false, true);
        assertThat(ForwardRules.tooMany(fields(94), () -> all)).isEmpty();
        assertThat(ForwardRules.tooMany(fields(95), () -> all)).hasValue(101);
        var overTls = new ForwardRules.Injected(Optional.of("Bearer cell"), Optional.of("tenant"), "rid", true, true);
        assertThat(ForwardRules.tooMany(fields(93), () -> overTls)).isEmpty();
        assertThat(ForwardRules.towardsBroker(fields(93), overTls))
                .as("names and values, without host and framing")
                .hasSize(2 * 98);
        assertThat(ForwardRules.tooMany(fields(94), () -> overTls)).hasValue(101);
    }

    @Test
    void a_client_says_for_itself_that_it_came_over_tls() {
        assertThat(forwarded(PLAIN, "X-Forwarded-Proto", "https")).doesNotContain("https");
        var overTls = new ForwardRules.Injected(Optional.empty(), Optional.empty(), "rid", true, false);
        assertThat(forwarded(overTls, "x-forwarded-proto", "http"))
                .containsExactly("x-queen-request-id", "rid", "x-forwarded-proto", "https");
    }

    private static InboundHeaders fields(int count) {
        List<String> fields = new ArrayList<>();
        for (int each = 0; each < count; each++) {
            fields.add("x-" + each);
            fields.add("v");
        }
        return InboundHeaders.of(fields);
    }

    @Test
    void a_secret_shows_itself() {
        assertThat(new ForwardRules.Injected(Optional.of("Bearer hidden"), Optional.empty(), "rid", false, false)
                        .toString())
                .doesNotContain("hidden");
    }
}
