package queencell.gate.rule;

import queencell.gate.document.Findings;

/// Where one rule puts what it finds. The rule's name is told once, in its table.
final class Report {

    private final String rule;
    private final Findings findings;

    Report(String rule, Findings findings) {
        this.rule = rule;
        this.findings = findings;
    }

    /// @param path JSON pointer to the field
    /// @param detail a format naming the object, the numbers, the consequence and the fix
    void add(String path, String detail, Object... arguments) {
        findings.add(rule, path, detail, arguments);
    }
}
