package queencell.gate;

import java.util.Map;
import java.util.concurrent.CompletableFuture;
import queencell.Cell;

/// What Gate's suites share in one run: the cell, and two Gates that are replicas of each other on one recording road
/// to the cell's broker. All of it starts when the first test asks.
public final class Gates implements AutoCloseable {

    private final Cell cell;
    private final BrokerRoad road;
    private final GateProcess first;
    private final GateProcess second;

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

    /// A graph with a name that no other test uses, at the first Gate.
    public Graph graph() {
        return Graph.fresh(this, first);
    }

    @Override
    public void close() {
        first.close();
        second.close();
        road.close();
    }
}
