package queencell.gate.stage;

import java.util.ArrayList;
import java.util.List;
import queencell.broker.Message;

/// A prefix of one held partition.
///
/// @param admitted work messages of it that are paid for
record Part(Holding holding, List<Item> prefix, int admitted) {
    static Part of(Holding holding, int admitted) {
        return new Part(holding, List.copyOf(holding.prefix(admitted)), admitted);
    }

    List<Item.Work> work() {
        var work = new ArrayList<Item.Work>(admitted);
        for (Item item : prefix) {
            if (item instanceof Item.Work one) {
                work.add(one);
            }
        }
        return work;
    }

    Message last() {
        return prefix.getLast().message();
    }
}
