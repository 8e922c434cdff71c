package queencell.gate.api;

import java.util.List;
import queencell.gate.document.Finding;
import queencell.web.RefusedException;

/// A document that was refused with everything that is wrong with it (document, 9.1).
public final class ProblemsException extends RefusedException {
    private static final long serialVersionUID = 1L;

    private final transient List<Finding> problems;

    ProblemsException(RefusedException plain, List<Finding> problems) {
        super(plain.status(), plain.code(), plain.getMessage());
        this.problems = List.copyOf(problems);
    }

    List<Finding> problems() {
        return problems;
    }
}
