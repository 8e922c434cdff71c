package queencell.usage;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What one tenant sends, mixed as tenants mix: mostly pushes and pops, repeats after a lost answer, transactions of
/// which some are rolled back, and requests that the broker or the proxy refuses. The same number gives the same mix.
/// One thread at a time.
final class TenantMix {
    private static final String UNKNOWN = "00000000-0000-4000-8000-000000000001";

    /// So many requests of five tenants in a row hold every kind.
    static final int ROUND = 20;

    private static final int TURNS = 100;

    private final Random random;
    private final List<String> ids = new ArrayList<>();
    private int made;
    private int step;

    /// @param number of the tenant; it also says where in the round it begins
    TenantMix(int number) {
        random = new Random(number);
        step = number * ROUND % TURNS;
    }

    Sent next() {
        // steps over every turn once in a hundred, and from one kind to another
        int turn = step * 37 % TURNS;
        step = (step + 1) % TURNS;
        if (turn < 30) {
            return Sent.push("push", items(1 + random.nextInt(5), false));
        }
        if (turn < 38) {
            return Sent.push("repeat", items(4, true));
        }
        if (turn < 46) {
            int pushes = 1 + random.nextInt(3);
            return Sent.transaction("transaction", operations(pushes), pushes);
        }
        if (turn < 52) {
            return rolledBack();
        }
        if (turn < 78) {
            return Sent.pop("/api/v1/pop/queue/%s?consumerGroup=g&subscriptionMode=all&autoAck=true&batch=20"
                    .formatted(queue()));
        }
        return rarely(turn);
    }

    private Sent rarely(int turn) {
        return switch (turn) {
            case 78, 79, 80 ->
                new Sent(
                        "ephemeral push",
                        "POST",
                        "/api/v1/ephemeral/push",
                        "push",
                        "{\"queue\":\"eph\",\"messages\":[{\"payload\":1},{\"payload\":2}]}",
                        true,
                        Sent::pushed);
            case 81, 82 -> Sent.pop("/api/v1/ephemeral/pop?queue=eph&batch=5");
            case 83, 84, 85 ->
                Sent.other(
                        "unknown ack",
                        "POST",
                        "/api/v1/ack",
                        "read",
                        "{\"transactionId\":\"none\",\"partitionId\":\"%s\",\"status\":\"completed\",\"consumerGroup\":\"g\"}"
                                .formatted(UNKNOWN));
            case 86, 87 -> Sent.other("list", "GET", "/api/v1/resources/queues", "read", "");
            case 88, 89 ->
                Sent.other(
                        "configure",
                        "POST",
                        "/api/v1/configure",
                        "configure",
                        "{\"queue\":\"%s\",\"options\":{\"leaseTime\":60}}".formatted(queue()));
            case 90, 91 -> Sent.other("404 of the broker", "GET", "/api/v1/resources/queues/none", "read", "");
            case 92, 93 -> Sent.other("400 of the broker", "POST", "/api/v1/push", "push", "{\"items\"");
            case 94, 95 ->
                Sent.other(
                        "500 of the broker",
                        "POST",
                        "/api/v1/configure",
                        "configure",
                        "{\"queue\":\"load-a\",\"options\":{\"leaseTime\":\"abc\"}}");
            case 96, 97 ->
                Sent.other(
                        "kv",
                        "POST",
                        "/api/v1/kv",
                        "read",
                        "{\"operations\":[{\"op\":\"put\",\"ns\":\"n\",\"key\":\"k\",\"value\":1,\"ttlSeconds\":60}]}");
            case 98 -> Sent.refused("404 of the proxy", "GET", "/api/v1/unknown", "");
            default ->
                Sent.refused(
                        "400 of the proxy", "POST", "/api/v1/push", "{\"items\":[{\"queue\":\"\",\"payload\":1}]}");
        };
    }

    /// One whose pushes are good and whose last one was pushed before: nothing of it stands.
    private Sent rolledBack() {
        if (ids.isEmpty()) {
            return Sent.push("push", items(1, false));
        }
        String again = ids.get(random.nextInt(ids.size()));
        return Sent.transaction(
                "roll-back", "{\"operations\":[%s,%s]}".formatted(operation(newId(false)), operation(again)), 2);
    }

    private String items(int count, boolean repeats) {
        return IntStream.range(0, count)
                .mapToObj(i ->
                        repeats && i % 2 == 0 && !ids.isEmpty() ? ids.get(random.nextInt(ids.size())) : newId(true))
                .map(id -> "{\"queue\":\"%s\",\"partition\":\"%s\",\"transactionId\":\"%s\",\"payload\":\"%s\"}"
                        .formatted(queueOf(id), partitionOf(id), id, "x".repeat(random.nextInt(40))))
                .collect(Collectors.joining(",", "{\"items\":[", "]}"));
    }

    private String operations(int pushes) {
        return IntStream.range(0, pushes)
                .mapToObj(_ -> operation(newId(true)))
                .collect(Collectors.joining(",", "{\"operations\":[", "]}"));
    }

    private static String operation(String id) {
        return "{\"type\":\"push\",\"queue\":\"%s\",\"partition\":\"%s\",\"transactionId\":\"%s\",\"payload\":1}"
                .formatted(queueOf(id), partitionOf(id), id);
    }

    /// @param stored whether a later request may repeat it
    private String newId(boolean stored) {
        String id = "%s%d-%d".formatted(random.nextBoolean() ? "a" : "b", random.nextInt(2), made++);
        if (stored) {
            if (ids.size() < 50) {
                ids.add(id);
            } else {
                ids.set(random.nextInt(ids.size()), id);
            }
        }
        return id;
    }

    private String queue() {
        return random.nextBoolean() ? "load-a" : "load-b";
    }

    /// An id says where it belongs, since it is a repeat only there.
    private static String queueOf(String id) {
        return "load-" + id.charAt(0);
    }

    private static String partitionOf(String id) {
        return "p" + id.charAt(1);
    }
}
