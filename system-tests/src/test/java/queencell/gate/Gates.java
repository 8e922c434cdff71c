package queencell.gate;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import queencell.Cell;

/// What Gate's suites share in one run: the cell, and two Gates that are replicas of each other on one recording road
/// to the cell's broker. All of it starts when the first test asks.
public final class Gates implements AutoCloseable {

    private final Cell cell;
    private final BrokerRoad road;
    private final GateProcess first;
    private final GateProcess second;
    private final List<GateProcess> further = new ArrayList<>();

    private Gates(Cell cell, BrokerRoad road, GateProcess first, GateProcess second) {
        this.cell = cell;
        this.road = road;
        this.first = first;
        this.second = second;
    }

    static Gates start(Cell cell) {
        BrokerRoad road = BrokerRoad.to(cell.brokerUrl());
        GateProcess first = GateProcess.prepare("gate-first", road.url(), Map.of());
        GateProcess second = GateProcess.prepare("gate-second", road.url(), Map.of());
        try {
            CompletableFuture.allOf(CompletableFuture.runAsync(first::start), CompletableFuture.runAsync(second::start))
                    .join();
        } catch (RuntimeException failed) {
            first.close();
            second.close();
            road.close();
            throw failed;
        }
        return new Gates(cell, road, first, second);
    }

    public Cell cell() {
        return cell;
    }

    public BrokerRoad road() {
        return road;
    }

    public GateProcess first() {
        return first;
    }

    public GateProcess second() {
        return second;
    }

    /// Every replica that runs.
    public List<GateProcess> running() {
        return Stream.concat(Stream.of(first, second), further.stream())
                .filter(GateProcess::alive)
                .toList();
    }

    /// Starts or ends replicas until so many run.
    public void scaleTo(int count) {
        if (count < 2 && second.alive()) {
            second.stop();
        }
        if (count >= 2 && !second.alive()) {
            second.start();
        }
        while (further.size() + 2 < count) {
            further.add(GateProcess.prepare("gate-" + (further.size() + 3), road.url(), Map.of())
                    .start());
        }
        while (!further.isEmpty() && further.size() + 2 > count) {
            further.removeLast().close();
        }
    }

    /// A graph with a name that no other test uses, at the first Gate.
    public Graph graph() {
        return Graph.fresh(this, first);
    }

    @Override
    public void close() {
        further.forEach(GateProcess::close);
        first.close();
        second.close();
        road.close();
    }
}
