package queencell.gate.item;

import queencell.gate.Vectors;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.NodePlan;

/// Nodes to read items for.
final class Nodes {

    private Nodes() {}

    /// @param node a node `n` of graph `acme/mail`, as a document has it
    static NodePlan plan(String node) {
        return GraphCompiler.compile(
                        Vectors.document("{\"application\":\"acme\",\"graph\":\"mail\",\"version\":1,\"nodes\":{\"n\":"
                                + node + "},\"paths\":[{\"name\":\"main\",\"nodes\":[\"n\"]}]}"))
                .nodes()
                .getFirst();
    }

    static ItemReader reader(String node) {
        return ItemReader.of(plan(node));
    }
}
