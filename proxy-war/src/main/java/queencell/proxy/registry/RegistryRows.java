package queencell.proxy.registry;

import java.util.List;

/// What this room keeps in the database.
public final class RegistryRows {
    public static final List<Class<?>> ALL = List.of(QueueRow.class);

    private RegistryRows() {}
}
