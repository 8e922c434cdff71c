package queencell.proxy.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.arquillian.test.api.ArquillianResource;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.EmptyAsset;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import queencell.proxy.web.Answer;
import queencell.proxy.web.People;
import queencell.proxy.web.SigningPem;
import queencell.proxy.web.WebPlane;

/// An operator's other services verify our sessions with MicroProfile JWT, which knows ES256 but neither EdDSA nor
/// HS256 (`QUEEN_PROXY_JWT_ES256_PEM`): a WAR in Payara Micro, secured by nothing but our key set.
@ArquillianTest
class MicroProfileJwtIT {
    private static final People ACME = People.of("acme-mpjwt");
    private static final String USER = ACME.add("user", "viewer");
    private static WebPlane plane;

    @ArquillianResource
    private URI service;

    @Deployment(testable = false)
    static WebArchive service() {
        plane = new WebPlane(Map.of("QUEEN_PROXY_JWT_ES256_PEM", SigningPem.es256()));
        return ShrinkWrap.create(WebArchive.class, "service.war")
                .addClasses(SecuredService.class, SecuredService.Door.class)
                .addAsWebInfResource(EmptyAsset.INSTANCE, "beans.xml")
                .addAsResource(
                        new StringAsset("""
                                mp.jwt.verify.publickey.location=%s/.well-known/jwks.json
                                mp.jwt.verify.publickey.algorithm=ES256
                                mp.jwt.verify.issuer=queen-proxy
                                """.formatted(plane.origin())), "META-INF/microprofile-config.properties");
    }

    @AfterAll
    static void close() {
        plane.close();
    }

    /// The session of somebody who has signed in with a password.
    private static String signedIn(WebPlane on) {
        Answer answer = on.post("/auth/login")
                .host(ACME.host())
                .form("email", USER, "password", People.PASSWORD, "next", "/")
                .send();
        assertThat(answer.status()).isEqualTo(303);
        return answer.cookie("queen_session");
    }

    private HttpResponse<String> ask(String token) throws IOException, InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient()) {
            var request = HttpRequest.newBuilder(URI.create(service.toString().replaceAll("/+$", "") + "/whoami"));
            if (!token.isEmpty()) {
                request.header("Authorization", "Bearer " + token);
            }
            return client.send(request.build(), BodyHandlers.ofString());
        }
    }

    @Test
    void a_service_that_verifies_by_our_key_set_knows_who_has_signed_in() throws Exception {
        String session = signedIn(plane);
        HttpResponse<String> answer = ask(session);
        assertThat(answer.statusCode())
                .as("%s: %s", answer.uri(), answer.body())
                .isEqualTo(200);
        assertThat(answer.body()).isEqualTo(ACME.idOf(USER));
        String bearer = plane.get("/auth/session-token")
                .host(ACME.host())
                .cookie(session)
                .send()
                .json()
                .path("token")
                .asText();
        assertThat(ask(bearer).body()).isEqualTo(ACME.idOf(USER));
    }

    @Test
    void a_token_of_another_algorithm_or_key_opens_nothing_there() throws Exception {
        assertThat(ask("").statusCode()).isEqualTo(401);
        String session = signedIn(plane);
        assertThat(ask(session.substring(0, session.length() - 3) + "AAA").statusCode())
                .isEqualTo(401);
        for (Map<String, String> keys : List.of(
                Map.of("QUEEN_PROXY_JWT_SECRET", "0123456789abcdef0123456789abcdef"),
                Map.of("QUEEN_PROXY_JWT_ED25519_PEM", SigningPem.ed25519()),
                Map.of("QUEEN_PROXY_JWT_ES256_PEM", SigningPem.es256()))) {
            try (var other = new WebPlane(keys)) {
                String token = signedIn(other);
                assertThat(other.get("/auth/me")
                                .host(ACME.host())
                                .cookie(token)
                                .send()
                                .status())
                        .isEqualTo(200);
                assertThat(ask(token).statusCode()).as(keys.keySet().toString()).isEqualTo(401);
            }
        }
    }
}
