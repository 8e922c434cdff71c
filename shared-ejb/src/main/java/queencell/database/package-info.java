/// What every process knows about reaching a PostgreSQL: which server it trusts. Opens the door to JDBC.
package queencell.database;
