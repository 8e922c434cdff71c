package queencell.signin.provider;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWT;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.TokenErrorResponse;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.id.Audience;
import com.nimbusds.oauth2.sdk.id.Issuer;
import com.nimbusds.oauth2.sdk.id.Subject;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.openid.connect.sdk.AuthenticationRequest;
import com.nimbusds.openid.connect.sdk.AuthenticationSuccessResponse;
import com.nimbusds.openid.connect.sdk.OIDCTokenResponse;
import com.nimbusds.openid.connect.sdk.claims.IDTokenClaimsSet;
import com.nimbusds.openid.connect.sdk.token.OIDCTokens;
import java.net.URI;
import java.time.Instant;
import java.util.Date;
import java.util.List;

/// Google's three addresses: its page, its tokens, its keys.
public final class GoogleSite {
    public static final String CLIENT = "client.apps.test";
    public static final String SECRET = "google-s3cret";

    private final Grants grants = new Grants(CLIENT, SECRET);
    private volatile Person person = Person.of("4711", "nobody@nowhere.example");
    private volatile RSAKey key = newKey("k1");
    private volatile JWKSet published = new JWKSet(key.toPublicJWK());
    private volatile Forgery forgery = GoogleSite::signed;

    /// Makes the id token out of the claims that an honest provider would sign.
    @FunctionalInterface
    public interface Forgery {
        JWT of(JWTClaimsSet honest, RSAKey key) throws JOSEException;
    }

    GoogleSite() {}

    public void register(String callback) {
        grants.register(callback);
    }

    /// Who signs in from now on; whatever was forged is honest again.
    public void seats(Person who) {
        person = who;
        forgery = GoogleSite::signed;
    }

    public void forges(Forgery how) {
        forgery = how;
    }

    /// From now on another key signs.
    ///
    /// @param shown whether the key set has it
    public void rotates(String kid, boolean shown) {
        key = newKey(kid);
        if (shown) {
            published = new JWKSet(key.toPublicJWK());
        }
    }

    public static RSAKey newKey(String kid) {
        try {
            return new RSAKeyGenerator(2048).keyID(kid).generate();
        } catch (JOSEException impossible) {
            throw new IllegalStateException(impossible);
        }
    }

    public static SignedJWT signed(JWTClaimsSet claims, RSAKey key) throws JOSEException {
        return signed(claims, JWSAlgorithm.RS256, key.getKeyID(), new RSASSASigner(key));
    }

    public static SignedJWT signed(JWTClaimsSet claims, JWSAlgorithm algorithm, String kid, JWSSigner signer)
            throws JOSEException {
        var jwt = new SignedJWT(new JWSHeader.Builder(algorithm).keyID(kid).build(), claims);
        jwt.sign(signer);
        return jwt;
    }

    /// Where the browser goes once the person has agreed.
    URI agree(URI page) throws GeneralException {
        AuthenticationRequest request = AuthenticationRequest.parse(page);
        return new AuthenticationSuccessResponse(
                        request.getRedirectionURI(),
                        grants.issue(request, person),
                        null,
                        null,
                        request.getState(),
                        null,
                        null)
                .toURI();
    }

    HTTPResponse token(HTTPRequest posted) {
        try {
            Grants.Grant grant = grants.redeem(TokenRequest.parse(posted));
            JWT idToken = forgery.of(claims(grant), key);
            return new OIDCTokenResponse(new OIDCTokens(idToken, new BearerAccessToken(), null)).toHTTPResponse();
        } catch (GeneralException refused) {
            return new TokenErrorResponse(refused.getErrorObject()).toHTTPResponse();
        } catch (JOSEException unsigned) {
            throw new IllegalStateException(unsigned);
        }
    }

    private static JWTClaimsSet claims(Grants.Grant grant) throws GeneralException {
        Instant now = Instant.now();
        var claims = new IDTokenClaimsSet(
                new Issuer("https://accounts.google.com"),
                new Subject(grant.person().id()),
                List.of(new Audience(CLIENT)),
                Date.from(now.plusSeconds(3600)),
                Date.from(now));
        claims.setNonce(((AuthenticationRequest) grant.request()).getNonce());
        claims.setClaim("email", grant.person().email());
        claims.setClaim("email_verified", grant.person().verified());
        grant.person().more().forEach(claims::setClaim);
        return claims.toJWTClaimsSet();
    }

    String keys() {
        return published.toString();
    }
}
