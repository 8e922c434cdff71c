package queencell.proxy.registry;

import java.util.Set;

/// A decision has to wait until [QueueRegistry#see] was called for these queues. Control flow, so without a trace.
public final class PartitionsUnseen extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Set<String> queues;

    PartitionsUnseen(Set<String> queues) {
        super("the partitions of %d queues are not known here".formatted(queues.size()), null, false, false);
        this.queues = Set.copyOf(queues);
    }

    public Set<String> queues() {
        return queues;
    }
}
