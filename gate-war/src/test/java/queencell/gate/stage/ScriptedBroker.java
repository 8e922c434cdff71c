package queencell.gate.stage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import queencell.broker.BrokerClient;
import queencell.broker.BrokerOptions;
import queencell.broker.TimeLimits;

/// A broker's door that answers transactions as the test orders, to inject faults that a real broker makes too rarely.
final class ScriptedBroker implements AutoCloseable {
    static final String COMMITTED = "{\"transactionId\":\"t\",\"success\":true,\"results\":[]}";
    static final String DEAD_LETTERED =
            "{\"transactionId\":\"t\",\"success\":true,\"results\":[{\"index\":0,\"type\":\"ack\",\"success\":true,\"dlq\":true}]}";
    static final String DUPLICATE = refused("duplicate", "QDUP duplicate messages in queue; transaction rolled back");
    static final String LEASE_LOST =
            refused("ack_rejected", "QTXN ack failed for partition P group G: invalid or expired lease");
    static final String UNKNOWN_ID =
            refused("ack_rejected", "QTXN ack references unknown transactionId; transaction rolled back");
    static final String UNKNOWN_STATUS = refused("ack_rejected", "QTXN ack failed: unknown status");
    static final String DB_ERROR = refused("db_error", "deadlock detected");
    static final String COUNTER_FULL =
            "{\"transactionId\":\"t\",\"success\":false,\"reason\":\"kv_precondition\",\"error\":\"limit\",\"ok\":false,"
                    + "\"failedIndex\":0,\"kvReason\":\"limit\",\"version\":1,\"value\":9,\"results\":[]}";
    /// Status 413, as a proxy says it.
    static final String TOO_LARGE = "{\"error\":\"2 items are more than msgs_burst 1\",\"code\":\"payload_too_large\"}";
    /// The connection is cut after the request was read: nobody knows what became of it.
    static final String CUT = "cut";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final HttpServer server;
    private final Deque<String> answers = new ArrayDeque<>();
    private final List<JsonNode> transactions = new ArrayList<>();
    private final Map<Integer, Runnable> deeds = new HashMap<>();
    private final BrokerClient client;

    private ScriptedBroker(HttpServer server) {
        this.server = server;
        Duration limit = Duration.ofSeconds(5);
        this.client = BrokerClient.of(
                BrokerOptions.of("http://127.0.0.1:" + server.getAddress().getPort())
                        .limits(new TimeLimits(limit, limit, limit, limit, limit, limit)));
    }

    static ScriptedBroker start() throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        var broker = new ScriptedBroker(server);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/api/v1/transaction", broker::transaction);
        server.start();
        return broker;
    }

    private static String refused(String reason, String error) {
        return "{\"transactionId\":\"t\",\"success\":false,\"reason\":\"%s\",\"error\":\"%s\",\"results\":[]}"
                .formatted(reason, error);
    }

    private void transaction(HttpExchange exchange) throws IOException {
        JsonNode request = JSON.readTree(exchange.getRequestBody().readAllBytes());
        String answer;
        synchronized (this) {
            transactions.add(request);
            answer = answers.isEmpty() ? COMMITTED : answers.poll();
            deeds.getOrDefault(transactions.size(), () -> {}).run();
        }
        if (answer.equals(CUT)) {
            exchange.close();
            return;
        }
        byte[] body = answer.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(answer.equals(TOO_LARGE) ? 413 : 200, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    /// What the next transactions are answered; after them all commit.
    synchronized void answers(String... next) {
        answers.addAll(List.of(next));
    }

    /// What happens while the transaction of this number, from 1, is answered.
    synchronized void afterTransaction(int number, Runnable deed) {
        deeds.put(number, deed);
    }

    /// Per transaction, how many items it pushed.
    synchronized List<Integer> pushes() {
        return transactions.stream().map(ScriptedBroker::pushed).toList();
    }

    /// Per transaction, the acked id and its status.
    synchronized List<String> acks() {
        return transactions.stream().map(ScriptedBroker::acked).toList();
    }

    private static int pushed(JsonNode transaction) {
        int items = 0;
        for (JsonNode operation : transaction.path("operations")) {
            items += operation.path("items").size();
        }
        return items;
    }

    private static String acked(JsonNode transaction) {
        var acks = new ArrayList<String>();
        for (JsonNode operation : transaction.path("operations")) {
            if (operation.path("type").asText().equals("ack")) {
                acks.add(operation.path("transactionId").asText() + " "
                        + operation.path("status").asText());
            }
        }
        return String.join(", ", acks);
    }

    /// Per transaction, how many counters it charges.
    synchronized List<Integer> riders() {
        return transactions.stream().map(each -> each.path("kv").size()).toList();
    }

    BrokerClient client() {
        return client;
    }

    @Override
    public void close() {
        client.close();
        server.stop(0);
    }
}
