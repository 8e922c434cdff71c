package queencell.broker;

import java.net.URI;
import java.time.Duration;

/// The door between the client and the network: one request, one answer, no policy.
interface Transport extends AutoCloseable {

    /// Sends a request and waits for the answer. Never throws for what the network does.
    Exchange exchange(Request request);

    /// Cuts what is in flight and closes every connection.
    @Override
    void close();

    /// @param base `http` or `https` URL; its path stands before `target`
    /// @param target path and query, encoded
    /// @param body null for none
    /// @param repeatable the request may be sent a second time when a kept connection turns out to be dead
    record Request(
            URI base,
            String method,
            String target,
            Credentials credentials,
            String virtualHost,
            JsonBuffer body,
            boolean repeatable,
            Duration limit,
            int longestAnswer,
            CallScope scope) {}
}
