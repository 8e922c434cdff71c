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

/// The one page that is made on the server (proxy console, 13.9): it needs no script, loads nothing, and escapes
/// whatever
/// it shows.
final class LoginPage {
    private static final String PAGE = """
            <!doctype html>
            <html lang="en">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>Sign in - Queen Cell</title>
            <style>
            body { font: 16px/1.5 system-ui, sans-serif; color: #1d2330; background: #f4f5f8; margin: 0 }
            main { max-width: 22rem; margin: 10vh auto; padding: 2rem; background: #fff; border: 1px solid #d5d9e2;
              border-radius: 8px }
            h1 { font-size: 1.25rem; margin: 0 0 1rem }
            label { display: block; margin: 0 0 1rem }
            input { display: block; box-sizing: border-box; width: 100%%; padding: .5rem; font: inherit;
              border: 1px solid #8a92a3; border-radius: 4px }
            button, .provider { display: block; box-sizing: border-box; width: 100%%; padding: .6rem; margin: 0 0 .75rem;
              font: inherit; text-align: center; text-decoration: none; border-radius: 4px; cursor: pointer }
            button { color: #fff; background: #2a4bd0; border: 1px solid #2a4bd0 }
            .provider { color: #1d2330; background: #fff; border: 1px solid #8a92a3 }
            .error { padding: .6rem; color: #7c1320; background: #fdecee; border: 1px solid #d64a5b; border-radius: 4px }
            :focus-visible { outline: 3px solid #f0a81e; outline-offset: 2px }
            @media (prefers-color-scheme: dark) {
              body { color: #e8eaf0; background: #12151c }
              main, .provider { background: #1b202b; color: #e8eaf0 }
              input { background: #12151c; color: #e8eaf0 }
            }
            </style>
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
                .header("Content-Security-Policy", Pages.CONTENT_SECURITY)
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
