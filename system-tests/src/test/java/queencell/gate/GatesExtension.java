package queencell.gate;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import queencell.CellExtension;

/// Gives test methods the one [Gates] of the run.
final class GatesExtension implements ParameterResolver, AfterTestExecutionCallback {

    private static final Namespace NAMESPACE = Namespace.create(GatesExtension.class);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Gates.class;
    }

    @Override
    public Gates resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // the cell first: what is stored later is closed earlier
        var cell = CellExtension.cell(context);
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Gates.class, _ -> Gates.start(cell), Gates.class);
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        Gates gates = context.getRoot().getStore(NAMESPACE).get(Gates.class, Gates.class);
        if (gates == null) {
            return;
        }
        gates.road().forget();
        if (context.getExecutionException().isPresent()) {
            System.out.printf("%n== %s, last lines of the first Gate%n", context.getDisplayName());
            gates.first().logTail(20).forEach(System.out::println);
        }
    }
}
