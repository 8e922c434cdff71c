package queencell.listener;

/// Steers a body that is being relayed. Called on the loop.
public interface BodyFlow {

    /// Asks for no more pieces; a few that were read already may still come. Time in pause counts against
    /// nobody's speed.
    void pause();

    void resume();
}
