package queencell.proxy.auth;

import jakarta.ws.rs.core.Response;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.signin.Provider;
import queencell.web.Pages;
import queencell.web.RefusedException;

/// The one page that is made on the server (proxy console, 13.9): it needs no script, loads its style alone, and
/// escapes whatever it shows.
final class LoginPage {
    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Sign in - Queen Cell</title>
            <link rel="stylesheet" href="/auth/login.css">
            </head>
            <body>
            <main>
            <h1>Sign in to Queen Cell</h1>
            %s<form method="post" action="/auth/login">
            <input type="hidden" name="next" value="%s">
            <label>E-mail address
            <input name="email" type="email" autocomplete="username" required autofocus></label>
            <label>Password
            <input name="password" type="password" autocomplete="current-password" required></label>
            <button type="submit">Sign in</button>
            </form>
            %s</main>
            </body>
            </html>
            """;

    private final List<Provider> providers;

    LoginPage(List<Provider> providers) {
        this.providers = List.copyOf(providers);
    }

    /// The empty form.
    Response show(String next) {
        return page(200, Map.of(), next, Optional.empty());
    }

    /// The form with the reason why nobody is signed in.
    Response refuse(RefusedException refusal, String next) {
        return page(refusal.status(), refusal.headers(), next, Optional.of(refusal.getMessage()));
    }

    private Response page(int status, Map<String, String> headers, String next, Optional<String> error) {
        String box = error.map(text -> "<p class=\"error\" role=\"alert\">" + escaped(text) + "</p>\n")
                .orElse("");
        StringBuilder buttons = new StringBuilder();
        for (Provider provider : providers) {
            buttons.append("<a class=\"provider\" href=\"/auth/%s?next=%s\">Sign in with %s</a>\n"
                    .formatted(
                            provider.wireName(),
                            escaped(URLEncoder.encode(next, StandardCharsets.UTF_8)),
                            provider.label()));
        }
        Response.ResponseBuilder response = Response.status(status)
                .type("text/html; charset=utf-8")
                .header("Cache-Control", "no-store")
                .header("Content-Security-Policy", Pages.STRICT_CONTENT_SECURITY)
                .entity(PAGE.formatted(box, escaped(next), buttons).getBytes(StandardCharsets.UTF_8));
        headers.forEach(response::header);
        return response.build();
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
