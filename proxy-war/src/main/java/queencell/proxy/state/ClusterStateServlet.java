package queencell.proxy.state;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Inject;
import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/// `GET /cell/clusters/{slug}` on Payara's own port, which no tenant reaches: how a cluster stands.
@WebServlet("/cell/clusters/*")
public class ClusterStateServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;
    private static final ObjectMapper JSON = new ObjectMapper();

    @Inject
    private transient ClusterPage page;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        String slug = Optional.ofNullable(request.getPathInfo()).orElse("/").substring(1);
        try {
            Optional<JsonNode> found = page.of(slug);
            if (found.isPresent()) {
                answer(response, 200, found.get());
            } else {
                answer(response, 404, error("not_found", "no cluster has this slug: ask /cell/clusters/{slug}"));
            }
        } catch (IllegalStateException silent) {
            answer(response, 503, error("unavailable", silent.getMessage()));
        }
    }

    private static JsonNode error(String code, String text) {
        return JSON.valueToTree(Map.of("error", text, "code", code));
    }

    private static void answer(HttpServletResponse response, int status, JsonNode body) throws IOException {
        response.setStatus(status);
        response.setContentType("application/json");
        response.setHeader("Cache-Control", "no-store");
        response.getOutputStream().write(JSON.writeValueAsBytes(body));
    }
}
