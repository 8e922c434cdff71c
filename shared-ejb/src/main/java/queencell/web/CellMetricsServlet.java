package queencell.web;

import jakarta.servlet.annotation.WebServlet;
import jakarta.servlet.http.HttpServlet;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import queencell.metric.Metrics;

/// `GET /cell/metrics` on Payara's own port, which no tenant reaches: the Prometheus text (pipeline, 17; runtime, 17).
@WebServlet("/cell/metrics")
public class CellMetricsServlet extends HttpServlet {
    private static final long serialVersionUID = 1L;

    @Override
    protected void doGet(HttpServletRequest request, HttpServletResponse response) throws IOException {
        response.setContentType("text/plain; version=0.0.4; charset=utf-8");
        response.getOutputStream().write(Metrics.prometheusText().getBytes(StandardCharsets.UTF_8));
    }
}
