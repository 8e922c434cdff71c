package queencell.settings;

/// A setting that ends the start: the message names the variable, its value where that is no secret, and what it may
/// hold.
public final class InvalidSettingException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public InvalidSettingException(String message) {
        super(message);
    }
}
