package queencell.bench.load;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/// What clients send and the stand-in for the broker answers, in the broker's own shapes, so that the proxy's
/// counting has real work (broker wire, 5, 6 and 12).
final class Texts {
    static final String QUEUE = "orders";
    static final int DEPTH_BYTES = 212;
    private static final int ITEMS = 10;
    private static final int ITEM_BYTES = 214;
    private static final String PARTITION_ID = "b1c2a3d4-5e6f-4a7b-8c9d-0e1f2a3b4c5d";
    private static final String LEASE_ID = "0198f3a1-7c55-7d21-9f0e-2b6a4c8d1e3f";

    private Texts() {}

    /// A depth read of 212 bytes.
    static String depth() {
        String begin = """
                {"queue":"orders","group":"workers","pending":310,"partitionsPending":2,"conflation":false,\
                "effectivePending":310,"partitions":[{"partition":"eu","pending":300},{"partition":\"""";
        String end = "\",\"pending\":10}]}";
        return begin + "x".repeat(DEPTH_BYTES - begin.length() - end.length()) + end;
    }

    /// A push of 10 items, 2.2 KB.
    static String push() {
        return IntStream.range(0, ITEMS).mapToObj(Texts::item).collect(Collectors.joining(",", "{\"items\":[", "]}"));
    }

    private static String item(int number) {
        String begin = """
                {"queue":"orders","partition":"eu-%d","transactionId":"order-2026-11-30-%06d",\
                "payload":{"order":%d,"customer":"c-10%d","lines":[{"sku":"A-1","n":2},{"sku":"B-7","n":1}],"note":\"""".formatted(number % 4, number, 100_000 + number, number);
        String end = "\"}}";
        return begin + "n".repeat(ITEM_BYTES - begin.length() - end.length()) + end;
    }

    static String pushed() {
        return IntStream.range(0, ITEMS).mapToObj("""
                        {"index":%1$d,"message_id":"0198f3a1-7c55-7d21-9f0e-2b6a4c8d1e%1$02d",\
                        "transaction_id":"order-2026-11-30-%1$06d","queueName":"orders","status":"queued"}"""::formatted).collect(Collectors.joining(",", "[", "]"));
    }

    /// A pop answered with 10 messages.
    static String popped() {
        return popBegin()
                + IntStream.range(0, ITEMS)
                        .mapToObj(number -> message(
                                number, "{\"order\":%d,\"note\":\"%s\"}".formatted(100_000 + number, "n".repeat(80))))
                        .collect(Collectors.joining(","))
                + popEnd();
    }

    private static String popBegin() {
        return """
                {"success":true,"queue":"orders","partition":"eu-1","partitionId":"%s","leaseId":"%s",\
                "consumerGroup":"workers","messages":[""".formatted(PARTITION_ID, LEASE_ID);
    }

    private static String popEnd() {
        return "],\"partitionsClaimed\":1}";
    }

    private static String message(int number, String data) {
        return """
                {"id":"0198f3a1-7c55-7d21-9f0e-2b6a4c8d1e%02d","transactionId":"order-%d","traceId":null,"data":%s,\
                "producerSub":null,"createdAt":"2026-11-30T10:00:00.123456Z","partitionId":"%s","partition":"eu-1",\
                "leaseId":"%s","consumerGroup":"workers"}""".formatted(number, number, data, PARTITION_ID, LEASE_ID);
    }

    /// What the proxy compares its registry with; the queue must stay known.
    static String listing() {
        return """
                {"queues":[{"name":"orders","namespace":"","task":"","partitions":4,"retainedBytes":1000,\
                "messages":{"total":10,"pending":10,"processing":0}}],\
                "kvRows":0,"kvBytes":0,"timerRows":0,"timerBytes":0}""";
    }

    /// Writes a pop answer of exactly so many bytes, in messages of 64 KiB.
    static void writeLargePop(Path file, long bytes) {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            byte[] begin = ascii(popBegin());
            byte[] end = ascii(popEnd());
            byte[] full = ascii(message(0, text(64 * 1024)) + ",");
            int empty = message(0, text(0)).length();
            out.write(begin);
            long left = bytes - begin.length - end.length;
            while (left > 2L * full.length) {
                out.write(full);
                left -= full.length;
            }
            out.write(ascii(message(0, text(Math.toIntExact(left - empty)))));
            out.write(end);
        } catch (IOException full) {
            throw new UncheckedIOException("%s cannot be written: make room there".formatted(file), full);
        }
    }

    private static String text(int length) {
        byte[] letters = new byte[length];
        Arrays.fill(letters, (byte) 'm');
        return '"' + new String(letters, StandardCharsets.US_ASCII) + '"';
    }

    private static byte[] ascii(String text) {
        return text.getBytes(StandardCharsets.US_ASCII);
    }

    /// A resource of this package with its `@names@` filled in.
    static String filled(String resource, Map<String, String> values) {
        String text = resource(resource);
        for (Map.Entry<String, String> value : values.entrySet()) {
            text = text.replace("@" + value.getKey() + "@", value.getValue());
        }
        return text;
    }

    static String resource(String name) {
        try (InputStream in = Texts.class.getResourceAsStream("/load/" + name)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException broken) {
            throw new UncheckedIOException("resource load/" + name, broken);
        }
    }
}
