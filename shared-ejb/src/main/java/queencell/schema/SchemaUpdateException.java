package queencell.schema;

/// A schema could not be brought up to date: the process must not start on it.
///
/// The message is one line for the person who starts the process: the change set, what PostgreSQL said, what to do.
public final class SchemaUpdateException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public SchemaUpdateException(String message) {
        super(message);
    }

    public SchemaUpdateException(String message, Throwable cause) {
        super(message, cause);
    }
}
