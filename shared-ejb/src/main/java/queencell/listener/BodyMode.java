package queencell.listener;

/// Who reads the body of a request.
public enum BodyMode {
    /// The listener, whole, before the application is called; resources see an ordinary entity.
    COLLECTED,
    /// The application, through [Inbound#body()]; the JAX-RS entity is empty.
    ON_DEMAND
}
