package queencell.proxy.inspect;

/// What a [JsonScanner] reports. A depth is the number of containers around a thing: 1 for the members of the root.
interface JsonEvents {
    enum Scalar {
        TEXT,
        /// Without fraction and exponent, and within 64 bits.
        WHOLE_NUMBER,
        OTHER_NUMBER,
        TRUE,
        FALSE,
        NULL
    }

    /// Whether keys and texts at this depth are to be decoded; others are only read over.
    boolean readsTextsAt(int depth);

    void key(int depth, ScannedText key);

    /// A container starts, as a value at this depth.
    void start(int depth, boolean isArray);

    /// The container that started at this depth ends.
    void end(int depth);

    /// @param text of a [Scalar#TEXT], if it was wanted; valid during the call
    /// @param number of a [Scalar#WHOLE_NUMBER]
    void scalar(int depth, Scalar kind, ScannedText text, long number);
}
