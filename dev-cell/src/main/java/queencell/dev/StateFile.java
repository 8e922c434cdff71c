package queencell.dev;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import queencell.dev.postgres.PostgresAddress;
import queencell.dev.process.Mark;

/// `state.json` of a cell: readable by its owner alone, because it holds the database's password and the demo's keys.
public final class StateFile {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    public StateFile(Path file) {
        this.file = file;
    }

    /// What was written last; nothing when there is no file.
    public CellState read() {
        if (!Files.exists(file)) {
            return CellState.none();
        }
        try {
            return parse(JSON.readTree(Files.readString(file)));
        } catch (IOException | IllegalArgumentException broken) {
            throw new CellFault(
                    "%s cannot be read: %s. End what still runs by hand and delete that file."
                            .formatted(file, firstLine(broken)),
                    broken);
        }
    }

    /// Replaces the file as a whole, so that a killed launcher leaves the old text or the new one.
    public void write(CellState state) {
        try {
            Files.createDirectories(file.getParent());
            Path half = Files.createTempFile(
                    file.getParent(),
                    "state-",
                    ".json",
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
            Files.writeString(half, text(state));
            Files.move(half, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException denied) {
            throw new CellFault(
                    "%s cannot be written: %s. Make its folder writable.".formatted(file, denied.getMessage()), denied);
        }
    }

    private static String text(CellState state) throws JsonProcessingException {
        ObjectNode root = JSON.createObjectNode();
        root.set("launcher", mark(state.launcher()));
        root.put("detached", state.detached());
        var parts = root.putArray("parts");
        for (CellState.PartState part : state.parts()) {
            ObjectNode node = parts.addObject();
            node.put("part", part.part().key());
            node.put("name", part.name());
            node.set("process", mark(part.mark()));
            part.cleanup().forEach(node.putArray("cleanup")::add);
        }
        state.addresses().ifPresent(addresses -> root.set("addresses", addresses(addresses)));
        state.pxdb().ifPresent(pxdb -> root.set("pxdb", database(pxdb)));
        if (!state.demo().isMissingNode()) {
            root.set("demo", state.demo());
        }
        return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root) + "\n";
    }

    private static CellState parse(JsonNode root) {
        var parts = new ArrayList<CellState.PartState>();
        for (JsonNode node : root.path("parts")) {
            Part part = Part.parse(node.path("part").asText())
                    .orElseThrow(() -> new IllegalArgumentException("no part is called " + node.path("part")));
            var cleanup = new ArrayList<String>();
            node.path("cleanup").forEach(word -> cleanup.add(word.asText()));
            parts.add(new CellState.PartState(
                    part, node.path("name").asText(part.key()), mark(node.path("process")), cleanup));
        }
        return new CellState(
                mark(root.path("launcher")),
                root.path("detached").asBoolean(),
                parts,
                root.has("addresses") ? Optional.of(addresses(root.path("addresses"))) : Optional.empty(),
                root.has("pxdb") ? Optional.of(database(root.path("pxdb"))) : Optional.empty(),
                root.path("demo"));
    }

    private static ObjectNode mark(Mark mark) {
        return JSON.createObjectNode().put("pid", mark.pid()).put("startedMillis", mark.startedMillis());
    }

    private static Mark mark(JsonNode node) {
        return new Mark(node.path("pid").asLong(), node.path("startedMillis").asLong());
    }

    private static ObjectNode addresses(Addresses addresses) {
        ObjectNode node = JSON.createObjectNode();
        node.put("proxy", addresses.proxy().toString());
        node.put("proxyCell", addresses.proxyCell().toString());
        node.put("gate", addresses.gate().toString());
        node.put("gatePublic", addresses.gatePublic().toString());
        node.put("gateCell", addresses.gateCell().toString());
        node.put("broker", addresses.broker().toString());
        addresses.brokerEndpoint().ifPresent(endpoint -> node.put("brokerEndpoint", endpoint.toString()));
        addresses.postgres().ifPresent(endpoint -> node.put("postgres", endpoint.toString()));
        return node;
    }

    private static Addresses addresses(JsonNode node) {
        return new Addresses(
                endpoint(node, "proxy").orElseThrow(),
                endpoint(node, "proxyCell").orElseThrow(),
                endpoint(node, "gate").orElseThrow(),
                endpoint(node, "gatePublic").orElseThrow(),
                endpoint(node, "gateCell").orElseThrow(),
                URI.create(node.path("broker").asText()),
                endpoint(node, "brokerEndpoint"),
                endpoint(node, "postgres"));
    }

    private static Optional<Endpoint> endpoint(JsonNode node, String name) {
        return node.has(name) ? Optional.of(Endpoint.parse(name, node.path(name).asText())) : Optional.empty();
    }

    private static ObjectNode database(PostgresAddress address) {
        ObjectNode node = JSON.createObjectNode();
        node.put("host", address.host()).put("port", address.port());
        node.put("user", address.user()).put("password", address.password()).put("database", address.database());
        address.tls().forEach(node.putObject("tls")::put);
        return node;
    }

    private static PostgresAddress database(JsonNode node) {
        var tls = new LinkedHashMap<String, String>();
        node.path("tls")
                .properties()
                .forEach(entry -> tls.put(entry.getKey(), entry.getValue().asText()));
        return new PostgresAddress(
                node.path("host").asText(),
                node.path("port").asInt(),
                node.path("user").asText(),
                node.path("password").asText(),
                node.path("database").asText(),
                tls);
    }

    private static String firstLine(Exception fault) {
        return List.of(String.valueOf(fault.getMessage()).split("\n")).getFirst();
    }
}
