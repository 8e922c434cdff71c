package queencell.proxy.rehearsal;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.function.BooleanSupplier;

/// One client of the rehearsal: performs the repertoire over and over on one connection.
final class Performer {
    private static final String HOST = "rehearsal";
    private static final String KEY = "qk_rehearsal_x";
    /// The first request of a tenant is looked up on another thread than the following ones; so is one of so many
    /// here.
    private static final int NEWCOMER_EVERY = 32;
    private static final int NEWCOMERS = 64;
    private static final int PATIENCE_MILLIS = 10_000;

    private final InetSocketAddress door;
    private int performed;

    Performer(InetSocketAddress door) {
        this.door = door;
    }

    /// Blocks as long as it shall go on.
    ///
    /// @return how many requests were answered
    /// @throws IOException when the connection broke, or an answer was another than the broker's
    int perform(BooleanSupplier goesOn) throws IOException {
        try (var socket = new Socket(door.getAddress(), door.getPort())) {
            socket.setTcpNoDelay(true);
            socket.setSoTimeout(PATIENCE_MILLIS);
            var in = new BufferedInputStream(socket.getInputStream());
            while (goesOn.getAsBoolean()) {
                Act act = Act.REPERTOIRE.get(performed % Act.REPERTOIRE.size());
                socket.getOutputStream().write(act.bytes(host(), KEY));
                Head answer = Head.read(in);
                in.skipNBytes(answer.bodyLength());
                if (answer.status() != act.status()
                        || answer.bodyLength() != act.answer().length()) {
                    throw new IOException("%s was answered %d with %d bytes, not %d with %d"
                            .formatted(
                                    act.path(),
                                    answer.status(),
                                    answer.bodyLength(),
                                    act.status(),
                                    act.answer().length()));
                }
                performed++;
            }
        }
        return performed;
    }

    private String host() {
        boolean isNewcomer = performed % NEWCOMER_EVERY == 0;
        return isNewcomer ? HOST + "-" + performed / NEWCOMER_EVERY % NEWCOMERS : HOST;
    }
}
