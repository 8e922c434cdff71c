package queencell;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import queencell.dev.CellFolders;
import queencell.dev.HttpProbe;
import queencell.dev.Part;

/// An application as an operator starts it without `./cell`: `java -jar payara-micro.jar --deploy proxy-war.war:/` with
/// an environment, and nothing else.
public final class WarByHand implements AutoCloseable {

    private static final int PATIENCE_SECONDS = 240;

    private final Process process;
    private final Path log;
    private final URI door;
    private final URI cellOnly;

    private WarByHand(Process process, Path log, URI door, URI cellOnly) {
        this.process = process;
        this.log = log;
        this.door = door;
        this.cellOnly = cellOnly;
    }

    /// A proxy.
    ///
    /// @param folder of its own, for the unpacked server, the spool and the log
    public static WarByHand proxy(Path folder, Map<String, String> environment) throws IOException {
        int port = freePort();
        var all = new TreeMap<>(environment);
        all.putIfAbsent("QUEEN_PROXY_BIND_ADDR", "127.0.0.1");
        all.put("QUEEN_PROXY_PORT", Integer.toString(port));
        all.put("QUEEN_PROXY_SPOOL_DIR", folder.resolve("spool").toString());
        return start(Part.PROXY, folder, URI.create("http://127.0.0.1:" + port), all);
    }

    /// A Gate.
    ///
    /// @param environment with `GATE_BIND`
    public static WarByHand gate(Path folder, Map<String, String> environment) throws IOException {
        return start(Part.GATE, folder, URI.create("http://" + environment.get("GATE_BIND")), environment);
    }

    private static WarByHand start(Part part, Path folder, URI door, Map<String, String> environment)
            throws IOException {
        var folders = new CellFolders(CellFolders.findRoot(), folder);
        Path log = folder.resolve(part.key() + ".log");
        int cellPort = freePort();
        var builder = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:TieredStopAtLevel=1",
                        "-XX:+UseSerialGC",
                        "-XX:MetaspaceSize=160m",
                        "-Xmx384m",
                        "-jar",
                        folders.payaraJar().toString(),
                        "--nohazelcast",
                        "--disablephonehome",
                        "--rootdir",
                        folder.resolve("payara").toString(),
                        "--port",
                        Integer.toString(cellPort),
                        "--deploy",
                        folders.war(part) + ":/"))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(log.toFile());
        builder.environment().keySet().removeIf(name -> name.matches("(QUEEN|PXDB|MP|GATE|PG)_.*"));
        builder.environment().put("QUEEN_PROXY_WARM_UP_MS", "250");
        builder.environment().putAll(environment);
        return new WarByHand(builder.start(), log, door, URI.create("http://127.0.0.1:" + cellPort));
    }

    /// Where its clients connect to.
    public URI door() {
        return door;
    }

    /// Waits until it serves.
    public void awaitServing() throws IOException, InterruptedException {
        await("/readyz", 200);
    }

    /// Waits until it serves at a door that plain HTTP does not open: without boot commands, health is where Payara has
    /// it.
    public void awaitServingEncrypted() throws IOException, InterruptedException {
        await(cellOnly.resolve("/health/ready"), 200);
    }

    /// Waits until it answers so.
    public void await(String path, int status) throws IOException, InterruptedException {
        await(door.resolve(path), status);
    }

    private void await(URI url, int status) throws IOException, InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
        while (HttpProbe.get(url).status() != status) {
            if (!process.isAlive() || System.nanoTime() > deadline) {
                throw new AssertionError("it does not serve:\n" + text());
            }
            Thread.sleep(100);
        }
    }

    /// Tells it to end, as an operator does.
    public void tell() {
        process.destroy();
    }

    /// Waits until it has ended.
    public int awaitEnd() throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("it goes on:\n" + text());
        }
        return process.exitValue();
    }

    /// Its own lines about one event.
    public List<String> events(String event) throws IOException {
        return text().lines().filter(line -> line.contains("event=" + event)).toList();
    }

    public String text() throws IOException {
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

    public static int freePort() throws IOException {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }
}
