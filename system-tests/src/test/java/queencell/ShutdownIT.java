package queencell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.util.Collections;
import java.util.HashMap;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import queencell.dev.ExtraProxy;
import queencell.http.Answer;
import queencell.http.Connection;
import queencell.proxy.Listener;
import queencell.proxy.ProxyProcess;
import queencell.tenant.Tenant;
import queencell.wire.StandInBroker;

/// A proxy is told to stop while tenants work (pipeline, 14.3).
class ShutdownIT {

    private static final int CLIENTS = 6;
    private static final int MESSAGES = 36;
    private static final int MESSAGE_BYTES = 1 << 20;

    @ParameterizedTest
    @EnumSource(Listener.class)
    void a_proxy_that_stops_must_not_lose_what_it_began(Listener listener, Cell cell) throws Exception {
        ExtraProxy process = cell.startProxy("proxy-stopping-" + listener.setting(), listener.settings());
        var proxy = new ProxyProcess(process.door().url(), process.cellOnly().url(), process.log());
        Tenant tenant = cell.tenant().through(proxy);
        Set<String> answered = new ConcurrentSkipListSet<>();
        var stopped = new AtomicBoolean();
        try (var clients = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int client = 0; client < CLIENTS; client++) {
                String name = "c" + client;
                clients.submit(() -> work(tenant, name, answered, stopped));
            }
            Future<Answer> poll = clients.submit(
                    () -> tenant.request("GET", "/api/v1/pop/queue/none?consumerGroup=g&wait=true&timeout=3000")
                            .send());
            Eventually.holds(() -> assertThat(answered.size()).isGreaterThan(CLIENTS * 5));
            cell.stop(process);
            stopped.set(true);
            assertThat(poll.get().status()).as("a poll that was parked").isEqualTo(204);
        }
        assertThat(stored(cell, tenant)).as("stored and answered").isEqualTo(new TreeSet<>(answered));
        assertThat(tenant.control()
                        .one(
                                "select sum(msgs)::text from queen_proxy.usage_minutes"
                                        + " where cluster_id = ?::uuid and op_class = 'push'",
                                tenant.cluster().toString()))
                .as("metered, the open minute included")
                .isEqualTo(Integer.toString(answered.size()));
        assertThat(tenant.control()
                        .one(
                                "select count(*)::text from queen_proxy.queues"
                                        + " where cluster_id = ?::uuid and name = 'load' and deleted_at is null",
                                tenant.cluster().toString()))
                .as("a queue that was made just before the stop")
                .isEqualTo("1");
    }

    /// The grace is over, a poll is parked, and a client does not take the answer that the broker gave it: the broker
    /// has done both, so both are in the rows.
    @ParameterizedTest
    @EnumSource(Listener.class)
    void a_proxy_that_gives_up_its_clients_must_not_give_up_their_usage(Listener listener, Cell cell) throws Exception {
        var settings = new HashMap<>(listener.settings());
        settings.put("QUEEN_EDGE_SHUTDOWN_GRACE_MS", "1000");
        ExtraProxy process = cell.startProxy("proxy-giving-up-" + listener.setting(), settings);
        var proxy = new ProxyProcess(process.door().url(), process.cellOnly().url(), process.log());
        byte[] large = StandInBroker.response(200, deliveryOf(MESSAGES));
        try (StandInBroker broker = StandInBroker.start()
                        .answer(request -> request.target().contains("wait=true") ? new byte[0] : large);
                var poll = Connection.to(proxy.door());
                var slow = Connection.to(proxy.door())) {
            Tenant tenant = cell.tenant(plan -> plan.behind(broker.url())).through(proxy);
            poll.write(tenant.request("GET", "/api/v1/pop/queue/none?consumerGroup=g&wait=true&timeout=60000")
                    .bytes());
            slow.write(tenant.request("GET", "/api/v1/pop/queue/large?consumerGroup=g&batch=100")
                    .bytes());
            assertThat(slow.readHead()).as(proxy::faults).startsWith("HTTP/1.1 200");
            Eventually.holds(() -> assertThat(proxy.parked()).isEqualTo(1));

            cell.stop(process);

            assertThat(tenant.control()
                            .one(
                                    "select sum(reqs) || ' requests, ' || sum(msgs) || ' messages'"
                                            + " from queen_proxy.usage_minutes"
                                            + " where cluster_id = ?::uuid and op_class = 'delivery'",
                                    tenant.cluster().toString()))
                    .isEqualTo("2 requests, " + MESSAGES + " messages");
        }
    }

    /// More than the sockets between broker and client hold, less than is read on for a client that left.
    private static String deliveryOf(int messages) {
        String message = "{\"transactionId\":\"t\",\"data\":\"" + "x".repeat(MESSAGE_BYTES) + "\"}";
        return "{\"messages\":[" + String.join(",", Collections.nCopies(messages, message)) + "]}";
    }

    /// Pushes on kept-alive connections until nobody answers any more.
    private static Void work(Tenant tenant, String name, Set<String> answered, AtomicBoolean stopped) {
        int next = 0;
        while (!stopped.get()) {
            try (var connection = Connection.to(tenant.proxy().door())) {
                while (true) {
                    String id = name + "-" + next++;
                    byte[] request = tenant.request("POST", "/api/v1/push")
                            .json(tenant.push("load").transactionId(id).body())
                            .bytes();
                    connection.write(request);
                    Answer answer = connection.read("POST");
                    assertThat(answer.status()).as(answer.toString()).isIn(201, 503);
                    if (answer.status() == 201) {
                        answered.add(id);
                    }
                    if (answer.header("Connection")
                            .filter("close"::equalsIgnoreCase)
                            .isPresent()) {
                        break;
                    }
                }
            } catch (IOException _) {
                // refused, or closed while idle: what was not answered must not be stored
            }
        }
        return null;
    }

    private static Set<String> stored(Cell cell, Tenant tenant) {
        var ids = new TreeSet<String>();
        Tenant elsewhere = tenant.through(cell.proxy());
        while (true) {
            Answer pop = elsewhere.get(
                    "/api/v1/pop/queue/load?consumerGroup=g&subscriptionMode=all&batch=1000&autoAck=true");
            if (pop.status() == 204) {
                return ids;
            }
            for (JsonNode message : pop.json().path("messages")) {
                ids.add(message.path("transactionId").asText());
            }
        }
    }
}
