package queencell.gate;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.SynchronousQueue;
import java.util.function.Function;
import java.util.function.Predicate;

/// The road from a Gate to the real broker: it writes down every request with its answer, and a test may raise a toll
/// on some of them. Bytes are passed on as they came.
///
/// What was admitted is read here, at the counters themselves: any other place sees it a little later.
public final class BrokerRoad implements AutoCloseable {

    private final ServerSocket door;
    private final InetSocketAddress broker;
    private final Set<Socket> open = ConcurrentHashMap.newKeySet();
    private final List<Function<Crossing, Toll>> tolls = new CopyOnWriteArrayList<>();
    private final List<Crossing> crossings = new ArrayList<>();
    private volatile Predicate<Crossing> remembered = crossing -> true;

    private BrokerRoad(ServerSocket door, InetSocketAddress broker) {
        this.door = door;
        this.broker = broker;
    }

    public static BrokerRoad to(URI broker) {
        try {
            var road = new BrokerRoad(
                    new ServerSocket(0, 1_000, InetAddress.getLoopbackAddress()),
                    new InetSocketAddress(broker.getHost(), broker.getPort()));
            Thread.ofVirtual().start(road::accept);
            return road;
        } catch (IOException taken) {
            throw new UncheckedIOException("no port for a road to the broker", taken);
        }
    }

    public URI url() {
        return URI.create("http://127.0.0.1:" + door.getLocalPort());
    }

    /// A toll that stands until it is closed.
    public interface Standing extends AutoCloseable {
        @Override
        void close();
    }

    /// The first standing rule that does not say [Toll.Pass] decides.
    public Standing raise(Function<Crossing, Toll> rule) {
        tolls.add(rule);
        return () -> tolls.remove(rule);
    }

    /// What has crossed so far, in the order of the answers.
    public List<Crossing> crossings() {
        synchronized (crossings) {
            return List.copyOf(crossings);
        }
    }

    /// Remembers these alone, for as long as that stands: a long run would fill the memory.
    public Standing remember(Predicate<Crossing> which) {
        remembered = which;
        return () -> remembered = crossing -> true;
    }

    public void forget() {
        synchronized (crossings) {
            crossings.clear();
        }
    }

    @Override
    public void close() {
        HttpFrames.end(door);
        open.forEach(HttpFrames::end);
    }

    private void accept() {
        while (!door.isClosed()) {
            try {
                Socket gate = door.accept();
                gate.setTcpNoDelay(true);
                open.add(gate);
                Thread.ofVirtual().start(() -> serve(gate));
            } catch (IOException _) {
                // closed: the loop ends
            }
        }
    }

    /// Reads requests while another thread carries them: a poll that Gate gives up must end at the broker as well.
    private void serve(Socket gate) {
        var lane = new Lane(gate);
        var requests = new SynchronousQueue<HttpFrames.Frame>();
        Thread carrier = Thread.ofVirtual().start(() -> {
            try {
                while (lane.carry(requests.take())) {
                    // the next one
                }
            } catch (IOException _) {
                // one side has gone
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
            } finally {
                lane.end();
            }
        });
        try {
            var in = new BufferedInputStream(gate.getInputStream());
            while (carrier.isAlive()) {
                requests.put(HttpFrames.request(in));
            }
        } catch (IOException _) {
            // Gate has gone
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            lane.end();
            carrier.interrupt();
            open.remove(gate);
        }
    }

    private Toll toll(Crossing asked) {
        for (var rule : tolls) {
            Toll toll = rule.apply(asked);
            if (!(toll instanceof Toll.Pass)) {
                return toll;
            }
        }
        return new Toll.Pass();
    }

    private void note(Crossing crossing) {
        if (!remembered.test(crossing)) {
            return;
        }
        synchronized (crossings) {
            crossings.add(crossing);
        }
    }

    /// One connection of Gate with its own connection to the broker.
    private final class Lane {
        private final Socket gate;
        private volatile Socket upstream;
        private volatile boolean ended;
        private BufferedInputStream answers;

        Lane(Socket gate) {
            this.gate = gate;
        }

        /// @return whether the connection goes on
        boolean carry(HttpFrames.Frame request) throws IOException, InterruptedException {
            var asked = new Crossing(request.word(0), request.word(1), request.body(), 0, new byte[0]);
            return switch (toll(asked)) {
                case Toll.Refuse refuse -> {
                    note(asked);
                    HttpFrames.answer(gate, refuse.status(), refuse.bytes());
                    yield true;
                }
                case Toll.CutRequest _ -> {
                    note(asked);
                    yield false;
                }
                case Toll.Delay delay -> {
                    Thread.sleep(delay.by());
                    give(exchange(request, asked));
                    yield true;
                }
                case Toll.CutAnswer cut -> {
                    byte[] whole = exchange(request, asked).raw();
                    gate.getOutputStream().write(whole, 0, Math.min(cut.afterBytes(), whole.length));
                    yield false;
                }
                case Toll.Pass _ -> {
                    give(exchange(request, asked));
                    yield true;
                }
            };
        }

        private void give(HttpFrames.Frame answer) throws IOException {
            gate.getOutputStream().write(answer.raw());
        }

        private HttpFrames.Frame exchange(HttpFrames.Frame request, Crossing asked) throws IOException {
            if (upstream == null) {
                connect();
            }
            upstream.getOutputStream().write(request.raw());
            HttpFrames.Frame answer = HttpFrames.answer(answers);
            note(new Crossing(
                    asked.method(), asked.target(), asked.body(), Integer.parseInt(answer.word(1)), answer.body()));
            return answer;
        }

        private void connect() throws IOException {
            var socket = new Socket();
            socket.connect(broker, 2_000);
            socket.setTcpNoDelay(true);
            upstream = socket;
            answers = new BufferedInputStream(socket.getInputStream());
            if (ended) {
                HttpFrames.end(socket);
            }
        }

        void end() {
            ended = true;
            HttpFrames.end(gate);
            if (upstream != null) {
                HttpFrames.end(upstream);
            }
        }
    }
}
