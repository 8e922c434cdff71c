/// The compiler: a document becomes a plan of names, windows, ceilings and stages (document, 5 to 8 and 11).
///
/// **Pure** and deterministic: same document and options, same plan, byte for byte. Door: `document`.
///
/// Way in: [queencell.gate.plan.GraphCompiler]. What is made of a plan: [queencell.gate.plan.PlanJson] (the `resolved`
/// of API answers), [queencell.gate.plan.Explanation] (plain text), [queencell.gate.plan.PlanDiff] (what a change does,
/// and whether it needs a new version). Every name and key is minted in [queencell.gate.plan.Names].
package queencell.gate.plan;
