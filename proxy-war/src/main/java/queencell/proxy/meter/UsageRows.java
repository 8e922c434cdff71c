package queencell.proxy.meter;

import java.util.List;

/// What this room keeps in the database.
public final class UsageRows {
    public static final List<Class<?>> ALL = List.of(UsageMinuteRow.class, UsageDayRow.class);

    private UsageRows() {}
}
