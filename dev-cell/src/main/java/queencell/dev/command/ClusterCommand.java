package queencell.dev.command;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import queencell.dev.CellFault;
import queencell.dev.CellState;
import queencell.dev.HttpProbe;
import queencell.dev.Part;

/// Says how one cluster stands: what the database has decided, and what the running proxy remembers.
@Command(
        name = "cluster",
        mixinStandardHelpOptions = true,
        description = "Say how one cluster stands: limits, quotas, queues, blocks.")
final class ClusterCommand implements Callable<Integer> {
    private static final ObjectMapper JSON = new ObjectMapper();

    @Parameters(paramLabel = "SLUG", description = "The cluster's slug, such as acme.")
    String slug;

    @Option(names = "--json", description = "The proxy's own answer, for programs.")
    boolean json;

    @Override
    public Integer call() {
        CellState state = Context.stateOfUsedCell();
        URI page = state.addresses()
                .filter(_ -> state.pid(Part.PROXY).isPresent())
                .map(addresses -> addresses.proxyCell().url())
                .orElseThrow(() -> new CellFault("The proxy does not run: start the cell with ./cell up."))
                .resolve("/cell/clusters/" + slug);
        HttpProbe.Answer answer = HttpProbe.get(page);
        switch (answer.status()) {
            case 200 -> System.out.print(json ? answer.body() + "\n" : ClusterWords.of(read(answer.body())));
            case 404 ->
                throw new CellFault(
                        "There is no cluster `%s`: ./cell sql \"select slug from queen_proxy.clusters\" lists them."
                                .formatted(slug));
            default ->
                throw new CellFault("The proxy did not say how `%s` stands (%d): %s"
                        .formatted(slug, answer.status(), answer.body()));
        }
        return 0;
    }

    private static JsonNode read(String body) {
        try {
            return JSON.readTree(body);
        } catch (JsonProcessingException noJson) {
            throw new CellFault("The proxy answered something else than JSON.", noJson);
        }
    }
}
