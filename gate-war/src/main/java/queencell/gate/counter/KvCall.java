package queencell.gate.counter;

import java.util.List;
import queencell.broker.KvAnswer;
import queencell.broker.KvOp;

/// One call of the broker's key/value store in Gate's namespace.
@FunctionalInterface
public interface KvCall {

    KvAnswer ask(List<KvOp> operations);
}
