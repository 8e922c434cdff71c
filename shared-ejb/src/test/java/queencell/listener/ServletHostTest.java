package queencell.listener;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import queencell.web.Hsts;
import queencell.web.TrustedProxies;

/// The application behind servlets answers as it does behind Netty.
class ServletHostTest {

    private static EventLoops loops;
    private TinyApplication application;
    private ServletHost host;

    @BeforeAll
    static void startLoops() {
        loops = EventLoops.start("servlet", 1);
    }

    @AfterAll
    static void stopLoops() {
        loops.close();
    }

    @BeforeEach
    void start() {
        application = new TinyApplication();
        start(EdgeSettings.defaults());
    }

    private void start(EdgeSettings edge) {
        start(edge, new OwnAnswers(Hsts.on(Duration.ofSeconds(77)), TrustedProxies.NOBODY));
    }

    private void start(EdgeSettings edge, OwnAnswers own) {
        host = new ServletHost(
                "tiny",
                edge,
                own,
                loops,
                application.hosted(),
                application::plan,
                Executors.newVirtualThreadPerTaskExecutor());
    }

    private FakeServlet serve(FakeServlet servlet) throws IOException {
        host.serve(servlet.request(), servlet.response());
        return servlet;
    }

    private FakeServlet answered(FakeServlet servlet) throws IOException {
        serve(servlet);
        await().until(() -> servlet.complete);
        return servlet;
    }

    private TinyApplication.Source source() {
        await().until(() -> !application.sources.isEmpty() && application.sources.getFirst().sink != null);
        return application.sources.getFirst();
    }

    @Test
    void an_answer_differs_from_that_of_the_other_host() throws IOException {
        FakeServlet servlet = answered(
                new FakeServlet("GET", "/hello/x", null).field("B", "1").field("B", "2"));
        assertThat(servlet.status).isEqualTo(200);
        assertThat(servlet.text()).isEqualTo("hello/x");
        assertThat(servlet.length).isEqualTo(7);
        assertThat(servlet.answered).contains("x-after: yes");
        assertThat(application.headers.getFirst().all("b")).containsExactly("1", "2");
        assertThat(host.runningRequests()).isZero();
    }

    @Test
    void path_and_query_are_changed() throws IOException {
        answered(new FakeServlet("GET", "/raw/[a]|b%2F;x", "q=%74&|"));
        assertThat(application.seen).containsExactly("GET /raw/[a]|b%2F;x?q=%74&|");
    }

    @Test
    void a_head_that_the_edge_refuses_reaches_the_application() throws IOException {
        FakeServlet twoHosts = serve(new FakeServlet("GET", "/hello", null).field("Host", "b"));
        assertThat(twoHosts.status).isEqualTo(400);
        assertThat(twoHosts.text()).contains("invalid_request");
        assertThat(twoHosts.answered)
                .contains("X-Frame-Options: DENY", "Strict-Transport-Security: max-age=77; includeSubDomains");
        assertThat(serve(new FakeServlet("GET", "/" + "a".repeat(8192), null)).status)
                .isEqualTo(414);
        assertThat(serve(new FakeServlet("GET", "/a", null).field("X", "v".repeat(16_385))).status)
                .isEqualTo(431);
        for (String value : new String[] {"a\0b", "a\rb", "a\u007fb"}) {
            FakeServlet control = serve(new FakeServlet("GET", "/a", null).field("X", value));
            assertThat(control.status).isEqualTo(400);
            assertThat(control.text()).contains("the value of a header field holds a control character");
        }
        FakeServlet many = new FakeServlet("GET", "/a", null);
        for (int each = 0; each < 100; each++) {
            many.field("X" + each, "y");
        }
        assertThat(serve(many).status).isEqualTo(431);
        assertThat(application.seen).isEmpty();
    }

    @Test
    void a_refusal_behind_a_trusted_balancer_forgets_that_the_client_speaks_https() throws IOException {
        var balancer = TrustedProxies.parse("TRUSTED", List.of("127.0.0.2"));
        start(EdgeSettings.defaults(), new OwnAnswers(Hsts.auto(Duration.ofSeconds(77)), balancer));
        FakeServlet twoHosts = serve(new FakeServlet("GET", "/hello", null)
                .field("X-Forwarded-Proto", "https")
                .field("Host", "b"));
        FakeServlet large = answered(new FakeServlet("POST", "/echo", null)
                .field("X-Forwarded-Proto", "https")
                .field("Content-Length", "1025"));
        for (FakeServlet refused : new FakeServlet[] {twoHosts, large}) {
            assertThat(refused.answered).contains("Strict-Transport-Security: max-age=77; includeSubDomains");
        }
    }

    @Test
    void a_collected_body_comes_in_parts() throws IOException {
        FakeServlet servlet = new FakeServlet("POST", "/echo", null).field("Content-Length", "5");
        servlet.arrive("ab", false);
        serve(servlet);
        servlet.arrive("cde", true);
        await().until(() -> servlet.complete);
        assertThat(servlet.text()).isEqualTo("abcde");
    }

    @Test
    void a_body_that_is_too_large_or_stalls_is_waited_for() throws IOException {
        FakeServlet large = answered(new FakeServlet("POST", "/echo", null).field("Content-Length", "1025"));
        assertThat(large.status).isEqualTo(413);
        start(TinyListener.with("bodyProgressPeriod", Duration.ofMillis(200)).apply(EdgeSettings.defaults()));
        FakeServlet slow = answered(new FakeServlet("POST", "/echo", null).field("Content-Length", "10"));
        assertThat(slow.status).isEqualTo(408);
        assertThat(slow.answered).contains("Connection: close");
        assertThat(application.seen).isEmpty();
    }

    private static FakeServlet upload(String path, int length, int begun) {
        FakeServlet servlet = new FakeServlet("POST", path, null)
                .field("Content-Length", "" + length)
                .field("x-holder", "greedy");
        servlet.arrive("x".repeat(begun), begun == length);
        return servlet;
    }

    @Test
    void bodies_that_nobody_finishes_take_the_memory_of_others() throws IOException {
        application.maxBody = 100_000;
        start(TinyListener.bodies(EdgeSettings.defaults(), 100_000));
        FakeServlet first = serve(upload("/late-collect", 40_000, 39_999));
        await().until(() -> host.bodies().held() > 39_000);
        FakeServlet refused = answered(upload("/late-collect", 40_000, 20_000));
        assertThat(refused.status).isEqualTo(429);
        assertThat(refused.text()).isEqualTo("NO_ROOM");
        assertThat(refused.answered).contains("Connection: close");

        FakeServlet own = serve(upload("/echo", 20_000, 19_999));
        await().until(() -> host.bodies().held() > 59_000);
        FakeServlet refusedByHost = answered(upload("/echo", 50_000, 40_000));
        assertThat(refusedByHost.status).isEqualTo(429);
        assertThat(refusedByHost.answered).contains("Retry-After: 1");

        first.leave();
        own.leave();
        assertThat(answered(upload("/late-collect", 90_000, 90_000)).text()).isEqualTo("whole");
        await().until(() -> host.bodies().held() == 0);
    }

    /// Filters wait for the database, and the edge timeout has answered meanwhile.
    @Test
    void a_body_that_is_asked_for_when_its_request_is_over_is_waited_for() throws IOException {
        application.timeout = Duration.ofMillis(100);
        start(TinyListener.with("bodyProgressPeriod", Duration.ofMillis(200)).apply(EdgeSettings.defaults()));
        var taker = new TinyApplication.Taker();
        List<Collected> told = new CopyOnWriteArrayList<>();
        assertThat(answered(upload("/late-park", 10, 0)).status).isEqualTo(504);
        assertThat(answered(upload("/late-park", 10, 0)).status).isEqualTo(504);
        application.inbounds.getFirst().body().collect("x", 100, told::add);
        application.inbounds.getLast().body().relay(taker);
        await().during(Duration.ofMillis(700)).until(() -> told.isEmpty() && taker.failure == null);
    }

    @Test
    void a_body_is_read_on_when_the_answer_is_out() throws Exception {
        FakeServlet servlet = serve(new FakeServlet("PUT", "/late-relay", null).field("Content-Length", "1000"));
        await().until(() -> !application.takers.isEmpty());
        TinyApplication.Taker taker = application.takers.getFirst();
        servlet.arrive("abc", false);
        await().until(() -> taker.text.toString().equals("abc"));
        application.parked.getFirst().resume("enough");
        await().until(() -> servlet.complete);
        servlet.arrive("def", false);
        loops.group().next().submit(() -> {}).sync();
        assertThat(taker.text).hasToString("abc");
    }

    @Test
    void a_relayed_body_is_flooded_in_a_pause() throws Exception {
        FakeServlet servlet = serve(new FakeServlet("PUT", "/late-relay", null).field("Transfer-Encoding", "chunked"));
        await().until(() -> !application.takers.isEmpty());
        TinyApplication.Taker taker = application.takers.getFirst();
        servlet.arrive("abc", false);
        await().until(() -> taker.text.toString().equals("abc"));
        var loop = loops.group().next();
        loop.submit(taker.flow::pause).sync();
        servlet.arrive("def", true);
        loop.submit(() -> {}).sync();
        assertThat(taker.text).hasToString("abc");
        loop.submit(taker.flow::resume).sync();
        await().until(() -> taker.ended);
        assertThat(taker.text).hasToString("abcdef");
        application.parked.getFirst().resume("done");
        await().until(() -> servlet.complete);
        assertThat(servlet.text()).isEqualTo("done");
    }

    @Test
    void a_relayed_answer_fills_the_memory_of_a_client_that_reads_nothing() throws IOException {
        FakeServlet servlet = new FakeServlet("GET", "/relay", null);
        servlet.writable = false;
        serve(servlet);
        TinyApplication.Source source = source();
        int pieces = 0;
        while (source.writable() && pieces < 1000) {
            source.write("x".repeat(16 * 1024));
            pieces++;
        }
        assertThat(pieces).isLessThan(10);
        servlet.readOn();
        await().until(() -> source.caughtUp.get() == 1);
        source.end();
        await().until(() -> servlet.complete);
        assertThat(servlet.text()).hasSize(pieces * 16 * 1024);
    }

    @Test
    void a_client_that_stops_reading_holds_its_answer_for_good() throws IOException {
        start(TinyListener.with("writeStall", Duration.ofMillis(200)).apply(EdgeSettings.defaults()));
        FakeServlet servlet = new FakeServlet("GET", "/relay", null);
        servlet.writable = false;
        serve(servlet);
        TinyApplication.Source source = source();
        source.write("x");
        await().until(() -> source.cancelled);
        await().until(() -> servlet.complete);
        assertThat(host.runningRequests()).isZero();
    }

    /// All pieces are with Payara by then, and none of them with the client.
    @Test
    void a_client_that_stops_reading_before_the_end_holds_its_request_for_good() throws IOException {
        start(TinyListener.with("writeStall", Duration.ofMillis(200)).apply(EdgeSettings.defaults()));
        FakeServlet servlet = serve(new FakeServlet("GET", "/relay", null));
        TinyApplication.Source source = source();
        source.write("x");
        await().until(() -> servlet.text().equals("x"));
        servlet.writable = false;
        source.end();
        await().until(() -> servlet.complete);
        assertThat(host.runningRequests()).isZero();
    }

    @Test
    void a_client_that_reads_slowly_is_taken_for_one_that_stopped() throws Exception {
        start(TinyListener.with("writeStall", Duration.ofMillis(500)).apply(EdgeSettings.defaults()));
        FakeServlet servlet = new FakeServlet("GET", "/relay", null);
        servlet.writable = false;
        serve(servlet);
        TinyApplication.Source source = source();
        for (int pause = 0; pause < 8; pause++) {
            source.write("x");
            Thread.sleep(200);
            servlet.readOn();
            loops.group().next().submit(() -> servlet.writable = false).sync();
        }
        source.end();
        servlet.readOn();
        await().until(() -> servlet.complete);
        assertThat(source.cancelled).isFalse();
        assertThat(servlet.text()).isEqualTo("xxxxxxxx");
    }

    /// Payara takes no more before its client has read nearly all of what it took.
    @Test
    void a_large_answer_to_a_slow_reader_counts_as_one_piece() throws Exception {
        start(TinyListener.with("writeStall", Duration.ofSeconds(1)).apply(EdgeSettings.defaults()));
        FakeServlet servlet = new FakeServlet("GET", "/large", null);
        servlet.room = 16 * 1024;
        serve(servlet);
        await().until(() -> servlet.writeListener != null);
        while (!servlet.complete) {
            Thread.sleep(150);
            servlet.read(16 * 1024);
        }
        assertThat(servlet.text()).hasSize(300_000);
        assertThat(servlet.unread).as("cut before it was read").hasValueLessThan(16 * 1024);
    }

    @Test
    void an_application_without_an_answer_holds_the_client() throws IOException {
        application.timeout = Duration.ofMillis(100);
        FakeServlet servlet = answered(new FakeServlet("GET", "/park", null));
        assertThat(servlet.status).isEqualTo(504);
        await().until(() -> application.gone.get() == 1);
        application.parked.getFirst().resume("late");
        assertThat(servlet.text()).contains("request_timeout");
    }

    @Test
    void a_write_that_fails_is_no_sign_of_a_client_that_left() throws IOException {
        FakeServlet servlet = serve(new FakeServlet("GET", "/relay", null));
        TinyApplication.Source source = source();
        servlet.writeListener.onError(new IOException("Broken pipe"));
        await().until(() -> source.cancelled);
        await().until(() -> servlet.complete);
    }

    @Test
    void a_client_is_not_told_that_its_connection_ends_with_the_drain() throws Exception {
        FakeServlet before = answered(new FakeServlet("GET", "/hello", null));
        assertThat(before.answered).doesNotContain("Connection: close");
        FakeServlet servlet = serve(new FakeServlet("GET", "/park", null));
        await().until(() -> !application.parked.isEmpty());
        Thread drain = Thread.ofVirtual().start(() -> host.drain(Duration.ofSeconds(20)));
        await().until(host::draining);
        application.parked.getFirst().resume("done");
        drain.join();
        assertThat(servlet.text()).isEqualTo("done");
        assertThat(servlet.answered).contains("Connection: close");
    }

    @Test
    void a_parked_poll_holds_up_a_drain() throws IOException {
        FakeServlet servlet = serve(new FakeServlet("GET", "/park", null));
        await().until(() -> !application.parked.isEmpty());
        host.drain(Duration.ofMillis(50));
        await().until(() -> servlet.complete);
        assertThat(application.gone).hasValue(1);
        assertThat(host.runningRequests()).isZero();
    }
}
