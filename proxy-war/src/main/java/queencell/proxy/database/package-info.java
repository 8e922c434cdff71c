/// The proxy's own PostgreSQL ("pxdb"): pool, trust, and the one way through which repositories reach it by JPA.
///
/// The pool is built at run time from `PXDB_*`, which no `@DataSourceDefinition` can do: its sizes are constants of the
/// annotation. Rows and repositories stay in the rooms that own the tables. Opens the doors to JDBC and JPA.
package queencell.proxy.database;
