package queencell.dev.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import queencell.dev.Addresses;
import queencell.dev.CellState;
import queencell.dev.HttpProbe;
import queencell.dev.Part;

/// Says what runs and where.
@Command(name = "status", mixinStandardHelpOptions = true, description = "Say what runs, and where.")
final class StatusCommand implements Callable<Integer> {

    private static final ObjectMapper JSON = new ObjectMapper();

    @Option(names = "--json", description = "One JSON object for programs; it holds the database's password.")
    boolean json;

    @Override
    public Integer call() throws JsonProcessingException {
        CellState state = Context.state();
        if (json) {
            System.out.println(JSON.writerWithDefaultPrettyPrinter().writeValueAsString(asJson(state)));
        } else {
            print(state);
        }
        return 0;
    }

    /// Always the same keys: `url` and `pid` are null while nothing runs, and the pid of a given part always is.
    static ObjectNode asJson(CellState state) {
        boolean running = state.anyAlive();
        ObjectNode root = JSON.createObjectNode();
        root.put("running", running);
        ObjectNode proxy = part(root, state, Part.PROXY);
        ObjectNode gate = part(root, state, Part.GATE);
        ObjectNode broker = part(root, state, Part.BROKER);
        ObjectNode pxdb = root.putObject("pxdb");
        Addresses addresses = running ? state.addresses().orElse(null) : null;
        proxy.put("url", addresses == null ? null : addresses.proxy().url().toString());
        proxy.put(
                "cellUrl",
                addresses == null ? null : addresses.proxyCell().url().toString());
        gate.put("url", addresses == null ? null : addresses.gate().url().toString());
        gate.put(
                "publicUrl",
                addresses == null ? null : addresses.gatePublic().url().toString());
        gate.put(
                "cellUrl", addresses == null ? null : addresses.gateCell().url().toString());
        broker.put("url", addresses == null ? null : addresses.broker().toString());
        pxdb.put(
                "url",
                running ? state.pxdb().map(address -> address.url().toString()).orElse(null) : null);
        pxdb.put("pid", state.pid(Part.POSTGRES).orElse(null));
        if (!state.demo().isMissingNode()) {
            root.set("demo", state.demo());
        }
        return root;
    }

    private static ObjectNode part(ObjectNode root, CellState state, Part part) {
        return root.putObject(part.key()).put("pid", state.pid(part).orElse(null));
    }

    private static void print(CellState state) {
        if (!state.anyAlive()) {
            System.out.println("No cell runs here: start one with ./cell up.");
            return;
        }
        state.addresses().ifPresent(addresses -> {
            line(
                    "PostgreSQL",
                    state.pid(Part.POSTGRES),
                    state.pxdb().map(Object::toString).orElse(""));
            line(
                    "broker",
                    state.pid(Part.BROKER),
                    addresses.broker() + health(addresses.broker().resolve("/health")));
            var proxy = addresses.proxy().url();
            line("proxy", state.pid(Part.PROXY), proxy + health(proxy.resolve("/readyz")));
            var gate = addresses.gate().url();
            line("Gate", state.pid(Part.GATE), gate + health(gate.resolve("/readyz")));
            line("Gate console", Optional.empty(), addresses.gatePublic().url().toString());
        });
        System.out.println(
                state.detached() ? "In the background: ./cell stop ends it." : "Ctrl-C in its terminal ends it.");
    }

    private static String health(URI url) {
        int status = HttpProbe.get(url).status();
        return switch (status) {
            case 200 -> "  ready";
            case HttpProbe.UNREACHABLE -> "  not reachable";
            default -> "  not ready (%d)".formatted(status);
        };
    }

    private static void line(String name, Optional<Long> pid, String where) {
        System.out.printf(
                "%-12s  %-10s  %s%n", name, pid.map(number -> "pid " + number).orElse(""), where);
    }
}
