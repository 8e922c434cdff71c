package queencell.dev;

/// A cell that cannot do what was asked, told in one sentence that names the cause and the fix.
///
/// The command line prints the message alone and ends with status 1; tests let it fail the suite.
public final class CellFault extends RuntimeException {

    private static final long serialVersionUID = 1L;

    public CellFault(String sentence) {
        super(sentence);
    }

    public CellFault(String sentence, Throwable cause) {
        super(sentence, cause);
    }

    public static CellFault of(String format, Object... values) {
        return new CellFault(format.formatted(values));
    }
}
