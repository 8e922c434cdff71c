package queencell;

import queencell.tenant.Tenant;

/// A tenant that many checks may use, because none of them changes it.
final class Suite {

    private static Tenant shared;

    private Suite() {}

    static synchronized Tenant tenant(Cell cell) {
        if (shared == null) {
            shared = cell.tenant();
        }
        return shared;
    }
}
