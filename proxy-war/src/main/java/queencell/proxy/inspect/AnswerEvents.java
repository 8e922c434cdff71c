package queencell.proxy.inspect;

/// What one kind of answer says, gathered from what the scanner reports.
abstract class AnswerEvents implements JsonEvents {
    /// A boolean that may be missing.
    enum Flag {
        MISSING,
        TRUE,
        FALSE;

        static Flag of(Scalar kind) {
            return switch (kind) {
                case TRUE -> TRUE;
                case FALSE -> FALSE;
                default -> MISSING;
            };
        }
    }

    abstract Answer answer();
}
