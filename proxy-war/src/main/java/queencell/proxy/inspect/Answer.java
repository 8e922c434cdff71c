package queencell.proxy.inspect;

/// What a broker's answer says about the messages of a request (pipeline, 10 and A10).
public sealed interface Answer {
    /// @param messages what is metered: stored, or delivered
    /// @param items how many the answer tells about
    /// @param buffered how many of the stored ones lie in the broker's disk spool
    /// @param notStoredBytes payload bytes of the request that were not stored, to be given back to the estimate
    /// @param rolledBack whether the broker undid the whole request, though its status is 200
    record Counted(long messages, long items, long buffered, long notStoredBytes, boolean rolledBack)
            implements Answer {
        static Counted of(long messages) {
            return new Counted(messages, messages, 0, 0, false);
        }

        /// More than half of a push is spooled: the cell's database does not take it.
        public boolean isMostlyBuffered() {
            return buffered * 2 > items;
        }
    }

    /// Nothing is metered, since nothing is confirmed, and nothing is given back, since it may have been stored.
    ///
    /// @param why for the log
    record Unreadable(String why) implements Answer {}
}
