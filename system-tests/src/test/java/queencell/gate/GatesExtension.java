package queencell.gate;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import queencell.CellExtension;
import queencell.PerJvm;

/// Gives test methods the one [Gates] of their JVM.
final class GatesExtension implements ParameterResolver, AfterTestExecutionCallback {

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Gates.class;
    }

    @Override
    public Gates resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // the cell first: what is made later is ended earlier
        var cell = CellExtension.cell();
        return PerJvm.get(Gates.class, () -> Gates.start(cell));
    }

    @Override
    public void afterTestExecution(ExtensionContext context) {
        PerJvm.running(Gates.class).ifPresent(gates -> {
            gates.road().forget();
            if (context.getExecutionException().isPresent()) {
                System.out.printf("%n== %s, last lines of the first Gate%n", context.getDisplayName());
                gates.first().logTail(20).forEach(System.out::println);
            }
        });
    }
}
