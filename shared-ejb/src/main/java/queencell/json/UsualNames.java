package queencell.json;

/// Names that an object of some kind usually has, found by first letter and length. Immutable.
public final class UsualNames {
    private static final int SLOTS = 64;

    private final String[] slots = new String[SLOTS];

    /// @param names in ASCII; of two that meet in one slot the first counts, and the other is only read more slowly
    public UsualNames(String... names) {
        for (String name : names) {
            int slot = slot((byte) name.charAt(0), name.length());
            slots[slot] = slots[slot] == null ? name : slots[slot];
        }
        for (int at = 0; at < SLOTS; at++) {
            slots[at] = slots[at] == null ? "" : slots[at];
        }
    }

    private static int slot(byte first, int length) {
        return (first * 7 + length) & SLOTS - 1;
    }

    String guess(byte first, int length) {
        return slots[slot(first, length)];
    }
}
