package queencell.proxy.meter;

/// Four counters that add up; none is negative.
public record Usage(long reqs, long msgs, long bytesIn, long bytesOut) {

    public static final Usage NONE = new Usage(0, 0, 0, 0);

    /// One request that moved so many messages and bytes.
    public static Usage request(long msgs, long bytesIn, long bytesOut) {
        return new Usage(1, msgs, bytesIn, bytesOut);
    }

    /// Messages that a request of another class moved besides.
    public static Usage messages(long msgs) {
        return new Usage(0, msgs, 0, 0);
    }
}
