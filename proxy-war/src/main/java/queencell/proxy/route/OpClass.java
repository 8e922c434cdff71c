package queencell.proxy.route;

import java.util.Locale;

/// The usage class under which a forwarded request is metered (pipeline, 10).
public enum OpClass {
    PUSH,
    TXN,
    DELIVERY,
    CONFIGURE,
    READ;

    /// The text in `usage_minutes.op_class`.
    public String wireName() {
        return name().toLowerCase(Locale.ROOT);
    }
}
