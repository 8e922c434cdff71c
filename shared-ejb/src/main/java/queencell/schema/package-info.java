/// Brings the database schemas of a cell to the state that this release needs: at start, and for operators.
///
/// The change sets lie under `liquibase/<schema>/` on the class path; [queencell.schema.SchemaUpdate] runs them.
package queencell.schema;
