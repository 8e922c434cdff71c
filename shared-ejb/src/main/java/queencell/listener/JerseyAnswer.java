package queencell.listener;

import io.netty.channel.EventLoop;
import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.glassfish.jersey.server.ContainerResponse;
import org.glassfish.jersey.server.spi.ContainerResponseWriter;

/// Takes one answer from Jersey and hands it to the host: small ones whole, relayed ones by their entity.
final class JerseyAnswer implements ContainerResponseWriter {

    private final EventLoop loop;
    private final boolean headRequest;
    private final AnswerPort port;
    private AnswerHead head;
    private Bytes bytes;
    private TimeoutHandler timeoutHandler;
    private ScheduledFuture<?> timer;

    JerseyAnswer(Inbound inbound, AnswerPort port) {
        this.loop = inbound.loop();
        this.headRequest = inbound.method().equals("HEAD");
        this.port = port;
    }

    @Override
    public OutputStream writeResponseStatusAndHeaders(long contentLength, ContainerResponse response) {
        String phrase = response.getStatusInfo().getReasonPhrase();
        String reason = phrase == null || phrase.isEmpty() ? AnswerHead.reasonOf(response.getStatus()) : phrase;
        stopTimer();
        Object body = response.hasEntity()
                ? response.getEntity()
                : response.getRequestContext().getProperty(RelayedAnswer.PROPERTY);
        if (body instanceof RelayedAnswer relayed) {
            port.relayed(headOf(response, reason, relayed), relayed);
            return OutputStream.nullOutputStream();
        }
        giveUpRelay(response);
        AnswerHead answer = AnswerHead.of(response.getStatus(), reason, response.getStringHeaders());
        // for HEAD, Jersey knows the length that GET would have had; the entity itself is not written
        head = headRequest && contentLength > 0 ? answer.withDeclaredLength(contentLength) : answer;
        bytes = new Bytes(Math.clamp(contentLength, 256, 1 << 20));
        return bytes;
    }

    /// A filter failed on an answer that was to be relayed, and another one goes out in its place.
    private void giveUpRelay(ContainerResponse response) {
        if (response.getRequestContext().getProperty(RelayedAnswer.PROPERTY) instanceof RelayedAnswer replaced) {
            loop.execute(replaced::cancelled);
        }
    }

    private static AnswerHead headOf(ContainerResponse response, String reason, RelayedAnswer relayed) {
        Map<String, List<String>> headers = response.getStringHeaders();
        return relayed.fields()
                .map(brought -> AnswerHead.of(response.getStatus(), reason, headers, brought))
                .orElseGet(() -> AnswerHead.of(response.getStatus(), reason, headers));
    }

    @Override
    public boolean suspend(long timeout, TimeUnit unit, TimeoutHandler handler) {
        timeoutHandler = handler;
        setSuspendTimeout(timeout, unit);
        return true;
    }

    @Override
    public void setSuspendTimeout(long timeout, TimeUnit unit) {
        stopTimer();
        if (timeout > 0) {
            timer = loop.schedule(() -> timeoutHandler.onTimeout(this), timeout, unit);
        }
    }

    @Override
    public void commit() {
        if (head != null) {
            AnswerHead answer = head;
            head = null;
            port.whole(answer, bytes.array(), bytes.size());
        }
    }

    @Override
    public void failure(Throwable error) {
        stopTimer();
        head = null;
        port.failed(error);
    }

    @Override
    public boolean enableResponseBuffering() {
        return false;
    }

    private void stopTimer() {
        if (timer != null) {
            timer.cancel(false);
            timer = null;
        }
    }

    /// Gives its array away without a copy.
    private static final class Bytes extends ByteArrayOutputStream {
        Bytes(int size) {
            super(size);
        }

        byte[] array() {
            return buf;
        }
    }
}
