/// The validation rules over document and plan, and their table (document, 9).
///
/// **Pure**. Doors: `document`, `plan`. Way in: [queencell.gate.rule.Validation]. Every rule is one small class with
/// its
/// public name, what it protects against, and an example that fails and one that passes; `docs/gate-rules.md` is
/// generated from [queencell.gate.rule.RuleTable].
package queencell.gate.rule;
