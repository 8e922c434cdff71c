package queencell.controlplane;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import queencell.dev.CellFolders;
import queencell.dev.HttpProbe;
import queencell.dev.Part;

/// The proxy as an operator starts it without `./cell`: `java -jar payara-micro.jar --deploy proxy-war.war:/` with an
/// environment, and nothing else.
final class WarByHand implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 240;

    private final Process process;
    private final Path log;
    private final URI door;

    private WarByHand(Process process, Path log, URI door) {
        this.process = process;
        this.log = log;
        this.door = door;
    }

    /// @param folder of its own, for the unpacked server, the spool and the log
    static WarByHand start(Path folder, Map<String, String> environment) throws IOException {
        var folders = new CellFolders(CellFolders.findRoot(), folder);
        int port = freePort();
        Path log = folder.resolve("proxy.log");
        var builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-Xmx384m",
                        "-jar",
                        folders.payaraJar().toString(),
                        "--nohazelcast",
                        "--disablephonehome",
                        "--rootdir",
                        folder.resolve("payara").toString(),
                        "--port",
                        Integer.toString(freePort()),
                        "--deploy",
                        folders.war(Part.PROXY) + ":/"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("(QUEEN|PXDB|MP)_.*"));
        builder.environment().put("QUEEN_PROXY_WARM_UP_MS", "250");
        builder.environment().putAll(environment);
        builder.environment()
                .putAll(Map.of(
                        "QUEEN_PROXY_BIND_ADDR", "127.0.0.1",
                        "QUEEN_PROXY_PORT", Integer.toString(port),
                        "QUEEN_PROXY_SPOOL_DIR", folder.resolve("spool").toString()));
        return new WarByHand(builder.start(), log, URI.create("http://127.0.0.1:" + port));
    }

    /// Waits until it serves.
    void awaitServing() throws IOException, InterruptedException {
        await("/readyz", 200);
    }

    /// Waits until it answers so.
    void await(String path, int status) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (HttpProbe.get(door.resolve(path)).status() != status) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new AssertionError("the proxy does not serve:\n" + text());
            }
            Thread.sleep(100);
        }
    }

    /// Waits until it has ended by itself.
    int awaitEnd() throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the proxy goes on without what it needs:\n" + text());
        }
        return process.exitValue();
    }

    /// Its own lines about one event.
    List<String> events(String event) throws IOException {
        return text().lines().filter(line -> line.contains("event=" + event)).toList();
    }

    String text() throws IOException {
        return Files.readString(log);
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
