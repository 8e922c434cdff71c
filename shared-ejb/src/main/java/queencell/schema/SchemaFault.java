package queencell.schema;

import java.sql.SQLException;
import java.util.stream.Stream;

/// Puts a failed update into one line: which change set, and what PostgreSQL said.
final class SchemaFault {

    private SchemaFault() {}

    static SchemaUpdateException of(String schema, RunProtocol protocol, Exception fault) {
        String said = Stream.iterate((Throwable) fault, cause -> cause != null, Throwable::getCause)
                .filter(SQLException.class::isInstance)
                .findFirst()
                .map(SchemaFault::line)
                .orElseGet(() -> line(fault));
        return new SchemaUpdateException(
                protocol.failed()
                        .map(changeSet -> "schema %s: change set %s failed, nothing of it is kept: %s"
                                .formatted(schema, changeSet, said))
                        .orElseGet(() -> "schema %s: cannot be brought up to date: %s".formatted(schema, said)),
                fault);
    }

    private static String line(Throwable fault) {
        return fault.getMessage() == null
                ? fault.toString()
                : fault.getMessage().replaceAll("\\s*\\R\\s*", " ");
    }
}
