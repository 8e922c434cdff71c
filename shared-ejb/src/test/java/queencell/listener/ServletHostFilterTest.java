package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Which requests on Payara's listeners are the application's.
class ServletHostFilterTest {

    private final EventLoops loops = EventLoops.start("filter", 1);
    private final TinyApplication application = new TinyApplication();
    private final ServletHost host = new ServletHost(
            "tiny",
            EdgeSettings.defaults(),
            OwnAnswers.SILENT,
            loops,
            application.hosted(),
            application::plan,
            Runnable::run);

    @AfterEach
    void close() {
        loops.close();
    }

    private static boolean passes(int port) throws IOException, ServletException {
        var request = (HttpServletRequest) Proxy.newProxyInstance(
                ServletHostFilterTest.class.getClassLoader(),
                new Class<?>[] {HttpServletRequest.class},
                (_, method, _) -> {
                    if (method.getName().equals("getLocalPort")) {
                        return port;
                    }
                    throw new UnsupportedOperationException(method.getName());
                });
        var passed = new AtomicBoolean();
        new ServletHostFilter().doFilter(request, null, (_, _) -> passed.set(true));
        return passed.get();
    }

    private static int closedPort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    /// Payara lacks the listener: the start would say that it is up, and nobody could connect.
    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "0.0.0.0"})
    void a_port_that_nobody_has_opened_would_be_taken_for_open(String bound) throws IOException {
        var address = new InetSocketAddress(bound, closedPort());
        assertThatThrownBy(() -> ServletHostFilter.mount(address, host)).isInstanceOf(ConnectException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "0.0.0.0", "::1", "::"})
    void a_port_that_is_open_must_be_taken(String bound) throws IOException {
        try (var socket = new ServerSocket()) {
            socket.bind(new InetSocketAddress(bound, 0));
            var address = new InetSocketAddress(bound, socket.getLocalPort());
            ServletHostFilter.mount(address, host);
            ServletHostFilter.unmount(address.getPort());
        }
    }

    @Test
    void the_port_for_the_cell_alone_must_stay_the_servlets_own() throws IOException, ServletException {
        assertThat(passes(closedPort())).isTrue();
    }
}
