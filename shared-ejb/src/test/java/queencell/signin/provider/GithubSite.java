package queencell.signin.provider;

import com.nimbusds.oauth2.sdk.AccessTokenResponse;
import com.nimbusds.oauth2.sdk.AuthorizationRequest;
import com.nimbusds.oauth2.sdk.AuthorizationSuccessResponse;
import com.nimbusds.oauth2.sdk.GeneralException;
import com.nimbusds.oauth2.sdk.TokenRequest;
import com.nimbusds.oauth2.sdk.http.HTTPRequest;
import com.nimbusds.oauth2.sdk.http.HTTPResponse;
import com.nimbusds.oauth2.sdk.token.AccessToken;
import com.nimbusds.oauth2.sdk.token.BearerAccessToken;
import com.nimbusds.oauth2.sdk.token.Tokens;
import java.net.URI;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/// GitHub's four addresses: its page, its tokens, and the account behind a token. It speaks OAuth 2 without
/// `response_type` and `grant_type`, which it takes for granted, and answers 200 when it refuses a code.
public final class GithubSite {
    public static final String CLIENT = "Iv1.client";
    public static final String SECRET = "github-s3cret";

    private final Grants grants = new Grants(CLIENT, SECRET);
    private final Map<AccessToken, Person> tokens = new ConcurrentHashMap<>();
    private volatile Person person = Person.of("583231", "nobody@nowhere.example");

    GithubSite() {}

    public void register(String callback) {
        grants.register(callback);
    }

    public void seats(Person who) {
        person = who;
    }

    URI agree(URI page) throws GeneralException {
        AuthorizationRequest request = AuthorizationRequest.parse(URI.create(page + "&response_type=code"));
        return new AuthorizationSuccessResponse(
                        request.getRedirectionURI(), grants.issue(request, person), null, request.getState(), null)
                .toURI();
    }

    HTTPResponse token(HTTPRequest posted) {
        try {
            posted.setBody(posted.getBody() + "&grant_type=authorization_code");
            Grants.Grant grant = grants.redeem(TokenRequest.parse(posted));
            var token = new BearerAccessToken();
            tokens.put(token, grant.person());
            return new AccessTokenResponse(new Tokens(token, null)).toHTTPResponse();
        } catch (GeneralException refused) {
            var answer = new HTTPResponse(200);
            answer.setHeader("Content-Type", "application/json; charset=utf-8");
            answer.setBody("{\"error\":\"bad_verification_code\",\"error_description\":\"expired or wrong\"}");
            return answer;
        }
    }

    /// @throws GeneralException when the request has no token of ours
    String user(HTTPRequest request) throws GeneralException {
        return "{\"login\":\"octocat\",\"id\":%s}".formatted(personOf(request).id());
    }

    /// The address of the account, behind one that is verified but not primary.
    String emails(HTTPRequest request) throws GeneralException {
        Person who = personOf(request);
        return """
                [{"email":"other@elsewhere.example","primary":false,"verified":true,"visibility":null},
                 {"email":"%s","primary":true,"verified":%s,"visibility":"public"}]""".formatted(who.email(), who.verified());
    }

    private Person personOf(HTTPRequest request) throws GeneralException {
        Person known = tokens.get(BearerAccessToken.parse(request));
        if (known == null) {
            throw new GeneralException("Bad credentials");
        }
        return known;
    }
}
