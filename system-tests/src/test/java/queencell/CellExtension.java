package queencell;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import queencell.dev.CellPlan;
import queencell.dev.Part;

/// Gives test methods the one [Cell] of the run: started when the first test asks, ended after the last one.
///
/// Found by every suite without a word (`META-INF/services`). A cell that does not start fails each test with the
/// sentence that says why; no test is skipped for it.
public final class CellExtension implements ParameterResolver, AfterTestExecutionCallback {

    private static final Namespace NAMESPACE = Namespace.create(CellExtension.class);
    private static final int TAIL_LINES = 30;

    /// Gate starts with the first request to it: a run of the proxy's suites does without.
    private static final CellPlan PLAN = Cell.plan("cell").withParts(Part.POSTGRES, Part.BROKER, Part.PROXY);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Cell.class;
    }

    @Override
    public Cell resolveParameter(ParameterContext parameter, ExtensionContext context) {
        // the root's store is closed after the last test, and closes what is in it
        return context.getRoot()
                .getStore(NAMESPACE)
                .getOrComputeIfAbsent(Cell.class, _ -> Cell.start(PLAN), Cell.class);
    }

    /// A failure in another process is seldom understood from the assertion alone.
    @Override
    public void afterTestExecution(ExtensionContext context) {
        Cell cell = context.getRoot().getStore(NAMESPACE).get(Cell.class, Cell.class);
        if (cell == null || context.getExecutionException().isEmpty()) {
            return;
        }
        for (Part part : Part.values()) {
            System.out.printf(
                    "%n== %s, last lines of %s (%s)%n",
                    context.getDisplayName(), part.title(), part.key(), cell.alive(part) ? "alive" : "ended");
            cell.logTail(part, TAIL_LINES).forEach(System.out::println);
        }
    }
}
