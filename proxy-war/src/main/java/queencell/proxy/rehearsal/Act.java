package queencell.proxy.rehearsal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.util.stream.Collectors.joining;

import java.util.List;
import java.util.stream.IntStream;

/// One request of the rehearsal, and what the stand-in for the broker answers to it.
///
/// @param path begins the target as the broker sees it; no other act's path does
/// @param request whole, but for the host and the key, which are written in by [#bytes]
/// @param status of the answer, which the client must get as it is
record Act(String path, String request, int status, String answer) {
    private static final int ITEMS = 10;

    /// What tenants do all day. Each act takes another way through inspection, limits and metering.
    static final List<Act> REPERTOIRE = List.of(
            post(
                    "/api/v1/push",
                    "{\"items\":[%s]}"
                            .formatted(items("{\"queue\":\"orders\",\"partition\":\"p%d\",\"payload\":"
                                    + "{\"order\":%1$d,\"note\":\"" + "x".repeat(150) + "\"}}")),
                    201,
                    "[%s]".formatted(items("{\"index\":%d,\"status\":\"queued\",\"partition\":\"p%1$d\"}"))),
            get(
                    "/api/v1/pop/queue/orders?consumerGroup=g&batch=10&wait=true&timeout=1000",
                    200,
                    "{\"messages\":[%s]}"
                            .formatted(items("{\"transactionId\":\"t%d\",\"partition\":\"p%1$d\","
                                    + "\"data\":{\"order\":%1$d,\"note\":\"" + "x".repeat(150) + "\"}}"))),
            get("/api/v1/pop/queue/empty?consumerGroup=g&wait=true&timeout=1000", 204, ""),
            post(
                    "/api/v1/ack/batch",
                    "{\"acknowledgments\":[%s]}"
                            .formatted(items("{\"transactionId\":\"t%d\",\"status\":\"completed\"}")),
                    200,
                    "[%s]".formatted(items("{\"index\":%d,\"success\":true}"))),
            post(
                    "/api/v1/transaction",
                    "{\"operations\":[{\"type\":\"ack\",\"transactionId\":\"t\"},"
                            + "{\"type\":\"push\",\"items\":[{\"queue\":\"orders\",\"payload\":{\"order\":1}}]}]}",
                    200,
                    "{\"success\":true,\"results\":[{\"type\":\"ack\"},{\"type\":\"push\",\"duplicate\":false}]}"),
            get(
                    "/api/v1/resources/queues/orders/depth",
                    200,
                    "{\"queue\":\"orders\",\"partitions\":[%s]}"
                            .formatted(items("{\"partition\":\"p%d\",\"depth\":3}"))));

    private static String items(String item) {
        return IntStream.range(0, ITEMS).mapToObj(item::formatted).collect(joining(","));
    }

    private static Act get(String target, int status, String answer) {
        int mark = target.indexOf('?');
        return new Act(
                mark < 0 ? target : target.substring(0, mark),
                "GET %s HTTP/1.1\r\nHost: %%s\r\nAuthorization: Bearer %%s\r\n\r\n".formatted(target),
                status,
                answer);
    }

    private static Act post(String path, String body, int status, String answer) {
        String head = "POST %s HTTP/1.1\r\nHost: %%s\r\nAuthorization: Bearer %%s\r\nContent-Type: application/json\r\n"
                        .formatted(path)
                + "Content-Length: %d\r\n\r\n".formatted(body.length());
        return new Act(path, head + body, status, answer);
    }

    byte[] bytes(String host, String key) {
        return request.formatted(host, key).getBytes(US_ASCII);
    }
}
