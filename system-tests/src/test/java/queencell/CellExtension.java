package queencell;

import org.junit.jupiter.api.extension.AfterTestExecutionCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import queencell.dev.CellPlan;
import queencell.dev.Part;

/// Gives test methods the one [Cell] of their JVM: started when the first test asks, ended with the JVM.
///
/// Found by every suite without a word (`META-INF/services`). A cell that does not start fails each test with the
/// sentence that says why; no test is skipped for it.
public final class CellExtension implements ParameterResolver, AfterTestExecutionCallback {

    private static final int TAIL_LINES = 30;

    /// Gate starts with the first request to it: a run of the proxy's suites does without.
    private static final CellPlan PLAN = Cell.plan("cell").withParts(Part.POSTGRES, Part.BROKER, Part.PROXY);

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == Cell.class;
    }

    @Override
    public Cell resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return cell();
    }

    /// The same for extensions that build on it.
    public static Cell cell() {
        return PerJvm.get(Cell.class, () -> Cell.start(PLAN));
    }

    /// A failure in another process is seldom understood from the assertion alone.
    @Override
    public void afterTestExecution(ExtensionContext context) {
        if (context.getExecutionException().isPresent()) {
            PerJvm.running(Cell.class).ifPresent(cell -> printTails(cell, context.getDisplayName()));
        }
    }

    private static void printTails(Cell cell, String test) {
        for (Part part : Part.values()) {
            System.out.printf(
                    "%n== %s, last lines of %s (%s)%n",
                    test, part.title(), part.key(), cell.alive(part) ? "alive" : "ended");
            cell.logTail(part, TAIL_LINES).forEach(System.out::println);
        }
    }
}
