package queencell.gate.rule;

import java.util.List;
import java.util.Optional;
import queencell.gate.document.Finding;
import queencell.gate.document.Findings;
import queencell.gate.document.GraphDocument;
import queencell.gate.plan.CompileOptions;
import queencell.gate.plan.GraphCompiler;
import queencell.gate.plan.Plan;

/// Runs the rules over a document (document, 9). Pure; all problems are collected.
public final class Validation {

    private final GraphDocument document;
    private final Optional<Subject> compiled;
    private final Findings findings = new Findings();

    private Validation(GraphDocument document, Optional<Subject> compiled) {
        this.document = document;
        this.compiled = compiled;
    }

    /// What a declaration is answered.
    public sealed interface Verdict {}

    /// @param plan what is to be started
    /// @param warnings compromises the document makes
    public record Accepted(Plan plan, List<Finding> warnings) implements Verdict {
        public Accepted {
            warnings = List.copyOf(warnings);
        }
    }

    /// @param problems at least one, in the order of the rule table
    public record Refused(List<Finding> problems) implements Verdict {
        public Refused {
            problems = List.copyOf(problems);
        }

        /// All problems in one line, the contract of a 422 body.
        public String error() {
            return String.join("; ", problems.stream().map(Finding::toString).toList());
        }
    }

    /// What forbids to compile the declaration of a caller: it is too big to be stored, or has names so long that each
    /// stage of a plan would carry them. Everything after this is work bounded by the size of what can be stored.
    public static List<Finding> unfit(GraphDocument document) {
        var validation = new Validation(document, Optional.empty());
        boolean tooBig = validation.runPhases(RuleTable.BEFORE_COMPILING) != RuleTable.Then.EVERYTHING;
        return tooBig || NamingRules.overlong(document) ? validation.findings.list() : List.of();
    }

    /// The declaration of a caller: compiled with the operator's options, as it would be started.
    public static Verdict check(GraphDocument document, CompileOptions options, Facts facts) {
        List<Finding> unfit = unfit(document);
        if (!unfit.isEmpty()) {
            return new Refused(unfit);
        }
        Plan plan = GraphCompiler.compile(document, options);
        List<Finding> problems = problems(document, plan, facts);
        return problems.isEmpty() ? new Accepted(plan, warnings(document, facts)) : new Refused(problems);
    }

    /// Reasons to refuse. For a document from the store, ask [RuleTable#stopsStored] which of them count.
    public static List<Finding> problems(GraphDocument document, Plan plan, Facts facts) {
        var validation = new Validation(document, Optional.of(new Subject(document, plan, facts)));
        validation.runPhases(RuleTable.PHASES);
        return validation.findings.list();
    }

    /// Compromises of an accepted document, judged by the plan with default options.
    public static List<Finding> warnings(GraphDocument document, Facts facts) {
        var validation =
                new Validation(document, Optional.of(new Subject(document, GraphCompiler.compile(document), facts)));
        // in Watch no budget is active, so no window compromises anything
        validation.runPhases(document.watch().isPresent() ? RuleTable.WATCH_WARNING_PHASES : RuleTable.WARNING_PHASES);
        return validation.findings.list();
    }

    /// @return what may still run
    private RuleTable.Then runPhases(List<RuleTable.Phase> phases) {
        var then = RuleTable.Then.EVERYTHING;
        for (RuleTable.Phase phase : phases) {
            int before = findings.size();
            run(
                    then == RuleTable.Then.EVERYTHING
                            ? phase.rules()
                            : phase.rules().stream().filter(Rule::stopsStored).toList());
            if (findings.size() > before && phase.then() != RuleTable.Then.EVERYTHING) {
                then = phase.then();
            }
            if (then == RuleTable.Then.NOTHING) {
                break;
            }
        }
        return then;
    }

    /// Rules that look at the whole graph first, then path by path, then node by node with the budgets in it.
    private void run(List<Rule> rules) {
        for (Rule rule : rules) {
            if (rule.check() instanceof Rule.DocumentCheck check) {
                check.body().check(document, report(rule));
            }
        }
        compiled.ifPresent(subject -> run(rules, subject));
    }

    private void run(List<Rule> rules, Subject subject) {
        for (Rule rule : rules) {
            if (rule.check() instanceof Rule.GraphCheck check) {
                check.body().check(subject, report(rule));
            }
        }
        for (Subject.PathSubject path : subject.paths()) {
            for (Rule rule : rules) {
                if (rule.check() instanceof Rule.PathCheck check) {
                    check.body().check(subject, path, report(rule));
                }
            }
        }
        for (Subject.NodeSubject node : subject.nodes()) {
            run(rules, subject, node);
        }
    }

    private void run(List<Rule> rules, Subject subject, Subject.NodeSubject node) {
        for (Rule rule : rules) {
            if (rule.check() instanceof Rule.NodeCheck check) {
                check.body().check(subject, node, report(rule));
            }
        }
        for (Subject.BudgetSubject budget : node.budgets()) {
            for (Rule rule : rules) {
                if (rule.check() instanceof Rule.BudgetCheck check) {
                    check.body().check(node, budget, report(rule));
                }
            }
        }
    }

    private Report report(Rule rule) {
        return new Report(rule.name(), findings);
    }
}
