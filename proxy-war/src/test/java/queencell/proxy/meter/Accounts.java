package queencell.proxy.meter;

import queencell.proxy.limit.MonthlyAccounts;
import queencell.proxy.limit.PushBlocks;
import queencell.proxy.limit.StorageAccounts;

/// Monthly accounts for tests that ask nothing of them.
final class Accounts {

    private Accounts() {}

    static MonthlyAccounts none() {
        return new MonthlyAccounts(new PushBlocks(new StorageAccounts()));
    }
}
