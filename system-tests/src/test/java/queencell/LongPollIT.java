package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import queencell.http.Answer;
import queencell.http.Connection;
import queencell.http.Request;
import queencell.proxy.ProxyProcess;
import queencell.proxy.ProxyVariant;
import queencell.tenant.Tenant;
import queencell.wire.FaultyRoad;
import queencell.wire.StandInBroker;

/// Parked long-polls: each slot is given back, however the poll ends (pipeline, 7.10 and 9.2).
class LongPollIT {

    private static Request poll(Tenant tenant, String queue, int millis) {
        return tenant.request(
                "GET",
                "/api/v1/pop/queue/%s?consumerGroup=g&subscriptionMode=all&wait=true&timeout=%d"
                        .formatted(queue, millis));
    }

    private static void parked(ProxyProcess proxy, int count) {
        Eventually.holds(() -> assertThat(proxy.parked()).isEqualTo(count));
    }

    @Test
    void an_answered_poll_must_give_its_slot_back(Cell cell) throws Exception {
        Tenant tenant = cell.tenant();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<Answer>> polls = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                String queue = "parked-" + i;
                polls.add(clients.submit(() -> poll(tenant, queue, 60_000).send()));
            }
            parked(cell.proxy(), 10);
            for (int i = 0; i < 10; i++) {
                assertThat(tenant.push("parked-" + i).once().status()).isEqualTo(201);
            }
            for (Future<Answer> poll : polls) {
                assertThat(poll.get().json().path("messages")).hasSize(1);
            }
        }
        parked(cell.proxy(), 0);
    }

    @Test
    void a_poll_that_found_nothing_must_give_its_slot_back(Cell cell) {
        assertThat(poll(cell.tenant(), "nothing", 200).send().status()).isEqualTo(204);
        parked(cell.proxy(), 0);
    }

    @Test
    void ten_thousand_clients_that_leave_must_give_their_slots_back(Cell cell) throws Exception {
        Tenant tenant = cell.tenant(plan -> plan.maxParkedPops(500));
        byte[] poll = poll(tenant, "left", 60_000).bytes();
        for (int round = 0; round < 20; round++) {
            wave(cell.proxy(), poll, 500);
            parked(cell.proxy(), 0);
        }
        parked(cell.proxy(), 0);
        assertThat(poll(tenant, "left", 100).send().status()).isEqualTo(204);
    }

    /// A broker that never answers: nothing but the clients' leaving ends these. What they leave in the heap is
    /// measured by HeldMemoryTest of the proxy.
    @Test
    void ten_thousand_clients_that_leave_must_leave_nothing_behind(Cell cell) throws Exception {
        ProxyProcess proxy = cell.proxy();
        try (StandInBroker broker = StandInBroker.start().silent()) {
            Tenant tenant = cell.tenant(plan -> plan.behind(broker.url()).maxParkedPops(500));
            byte[] poll = poll(tenant, "left", 60_000).bytes();
            wave(proxy, poll, 500);
            parked(proxy, 0);
            double files = proxy.metric("process_files_open_files");
            double threads = proxy.metric("jvm_threads_live_threads");
            for (int round = 1; round < 20; round++) {
                wave(proxy, poll, 500);
                // a slot that was not given back would refuse the next wave
                parked(proxy, 0);
                broker.forget();
            }
            Eventually.holds(() -> {
                assertThat(broker.openConnections()).isZero();
                assertThat(proxy.metric("process_files_open_files")).isLessThan(files + 50);
                assertThat(proxy.metric("jvm_threads_live_threads")).isLessThan(threads + 20);
            });
        }
    }

    private static void wave(ProxyProcess proxy, byte[] poll, int clients) throws IOException {
        var open = new ArrayList<Connection>();
        for (int i = 0; i < clients; i++) {
            Connection connection = Connection.to(proxy.door());
            connection.write(poll);
            open.add(connection);
        }
        parked(proxy, clients);
        for (Connection connection : open) {
            connection.close();
        }
    }

    @Test
    void a_poll_over_the_cap_must_be_told_when_to_come_back(Cell cell) throws Exception {
        Tenant tenant = cell.tenant(plan -> plan.maxParkedPops(2));
        Tenant neighbour = cell.tenant();
        try (var first = Connection.to(cell.proxy().door());
                var second = Connection.to(cell.proxy().door())) {
            first.write(poll(tenant, "a", 60_000).bytes());
            second.write(poll(tenant, "b", 60_000).bytes());
            parked(cell.proxy(), 2);
            Answer third = poll(tenant, "c", 100).send();
            assertThat(third.status()).as(third.toString()).isEqualTo(429);
            assertThat(third.code()).isEqualTo("rate_limited");
            assertThat(third.retryAfterSeconds()).isEqualTo(5);
            assertThat(cell.proxy().parked()).isEqualTo(2);
            // a pop that does not wait holds nothing, and the spelling of `true` changes nothing
            assertThat(tenant.pop("c", "g").status()).isEqualTo(204);
            assertThat(tenant.get("/api/v1/pop/queue/c?consumerGroup=g&wait=%74rue&timeout=100")
                            .status())
                    .isEqualTo(429);
            assertThat(poll(neighbour, "c", 100).send().status()).isEqualTo(204);
        }
        parked(cell.proxy(), 0);
    }

    /// A real broker holds these for as long as they ask.
    @ParameterizedTest
    @ValueSource(strings = {"true", "1", "yes", "%31"})
    void a_poll_in_memory_must_not_wait_without_a_slot(String word, Cell cell) {
        Tenant tenant = cell.tenant(plan -> plan.maxParkedPops(0));
        Answer poll = tenant.get("/api/v1/ephemeral/pop?queue=e&group=g&timeout=300&wait=" + word);
        assertThat(poll.status()).as(poll.toString()).isEqualTo(429);
        assertThat(poll.retryAfterSeconds()).isEqualTo(5);
        assertThat(tenant.get("/api/v1/ephemeral/pop?queue=e&group=g&wait=false")
                        .status())
                .isEqualTo(200);
    }

    @Test
    void a_broker_that_dies_must_give_the_slots_back(Cell cell) throws Exception {
        try (FaultyRoad road = FaultyRoad.to(cell.brokerUrl());
                var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            Tenant tenant = cell.tenant(plan -> plan.behind(road.url()));
            List<Future<Answer>> polls = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                polls.add(clients.submit(() -> poll(tenant, "dies", 60_000).send()));
            }
            parked(cell.proxy(), 5);
            road.cut();
            for (Future<Answer> poll : polls) {
                Answer answer = poll.get();
                assertThat(answer.status()).as(answer.toString()).isEqualTo(502);
                assertThat(answer.code()).isEqualTo("bad_gateway");
                // running consumers of shipped SDKs end without this word
                assertThat(answer.json().path("error").asText()).contains("connection");
            }
            parked(cell.proxy(), 0);
            road.mend();
            assertThat(poll(tenant, "dies", 100).send().status()).isEqualTo(204);
        }
    }

    @Test
    void a_broker_that_falls_silent_must_give_the_slot_back(Cell cell) {
        ProxyProcess proxy = cell.proxy(ProxyVariant.STRICT_EDGE);
        try (FaultyRoad road = FaultyRoad.to(cell.brokerUrl())) {
            Tenant tenant = cell.tenant(plan -> plan.behind(road.url())).through(proxy);
            assertThat(poll(tenant, "silent", 0).send().status()).isEqualTo(204);
            road.stall();
            long began = System.nanoTime();
            Answer answer = poll(tenant, "silent", 500).send();
            // its wait and QUEEN_PROXY_LONGPOLL_MARGIN_MS there
            assertThat(Duration.ofNanos(System.nanoTime() - began))
                    .isBetween(Duration.ofMillis(1_000), Duration.ofMillis(4_000));
            assertThat(answer.status()).as(answer.toString()).isEqualTo(504);
            assertThat(answer.code()).isEqualTo("upstream_timeout");
            assertThat(answer.json().path("error").asText()).contains("timeout", "2000 ms");
            parked(proxy, 0);
        }
    }

    @Test
    void a_wait_over_the_maximum_must_end_without_an_error(Cell cell) {
        Tenant tenant = cell.tenant().through(cell.proxy(ProxyVariant.STRICT_EDGE));
        // the maximum there is two seconds
        assertThat(poll(tenant, "long", 600_000).send().status()).isEqualTo(204);
        assertThat(tenant.get("/api/v1/pop/queue/long?consumerGroup=g&wait=true")
                        .status())
                .isEqualTo(204);
    }
}
