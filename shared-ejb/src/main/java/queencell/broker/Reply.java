package queencell.broker;

import java.util.Optional;
import java.util.function.Function;

/// Outcome of a call of the management family ([BrokerAdmin]).
public sealed interface Reply<T> {

    record Answered<T>(T value) implements Reply<T> {}

    /// The broker has no such queue, partition or message (404).
    record Absent<T>(String text) implements Reply<T> {}

    record Failed<T>(CallFailure failure) implements Reply<T> {}

    default Optional<T> found() {
        return this instanceof Answered<T>(T value) ? Optional.of(value) : Optional.empty();
    }

    default <R> Reply<R> map(Function<? super T, ? extends R> change) {
        return switch (this) {
            case Answered<T>(T value) -> new Answered<>(change.apply(value));
            case Absent<T>(String text) -> new Absent<>(text);
            case Failed<T>(CallFailure failure) -> new Failed<>(failure);
        };
    }
}
