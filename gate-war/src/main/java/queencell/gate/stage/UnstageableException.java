package queencell.gate.stage;

/// A message that cannot be written as a push, whatever the broker would say.
final class UnstageableException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final transient Item.Work work;

    UnstageableException(Item.Work work, RuntimeException cause) {
        super(cause.getMessage(), cause);
        this.work = work;
    }

    Item.Work work() {
        return work;
    }
}
