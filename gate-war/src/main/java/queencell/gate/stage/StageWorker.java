package queencell.gate.stage;

import static queencell.log.Field.field;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import queencell.broker.CallFailure;
import queencell.broker.Claim;
import queencell.broker.Pop;
import queencell.log.EventLog;

/// One lane of a stage: claims, classifies, admits, parks, settles (runtime, 3). Plain blocking code for one virtual
/// thread; a fault stays inside its claim.
final class StageWorker {
    private static final EventLog LOG = EventLog.of("gate.stage");

    private final Stage stage;
    private final Admission admission;
    private final Parking parking;
    private final Settlement settlement;

    StageWorker(Stage stage, Admission admission, Parking parking, Settlement settlement) {
        this.stage = stage;
        this.admission = admission;
        this.parking = parking;
        this.settlement = settlement;
    }

    void run() {
        var backoff = new Backoff(Duration.ofMillis(250), Duration.ofSeconds(5));
        while (!stage.stopping()) {
            switch (stage.pop()) {
                case Pop.Claimed(Claim claim) -> {
                    backoff.reset();
                    handle(claim);
                }
                case Pop.Empty(Duration waited) -> {
                    backoff.reset();
                    stage.pauseAfterEmpty(waited);
                }
                case Pop.Failed failed -> stage.pause(backoff.next());
                case Pop.Unreadable unreadable -> {
                    stage.unreadable(unreadable);
                    stage.pause(backoff.next());
                }
                case Pop.Refused(CallFailure.Refused refusal) -> {
                    if (isFinal(refusal)) {
                        stage.ended(refusal.text());
                        return;
                    }
                    stage.refused(refusal);
                    stage.pause(backoff.next());
                }
                case Pop.Cancelled cancelled -> stage.pause(Duration.ZERO);
            }
        }
    }

    /// Suspended cluster, gated feature, no such route: no retry will help (runtime, 3). An unknown queue is no 404
    /// here.
    private static boolean isFinal(CallFailure.Refused refusal) {
        return refusal.endsConsumer()
                || refusal.status() == 404
                || refusal.code().equals("not_a_broker");
    }

    private void handle(Claim claim) {
        List<Holding> holdings;
        try {
            holdings = stage.hold(claim);
        } catch (RuntimeException fault) {
            unsettled(fault);
            return;
        }
        work(holdings);
    }

    private void unsettled(RuntimeException fault) {
        LOG.warn("claim_unsettled", fault, field("stage", stage.names().stage()));
    }

    /// Takes up claims again whose windows have opened, until the stage stops; then hands back those that still wait.
    void runShelf(Shelf shelf) {
        try {
            while (true) {
                List<Holding> due = shelf.takeDue();
                if (due.isEmpty()) {
                    stage.giveBack(shelf.clear());
                    return;
                }
                work(due);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
    }

    /// Works on held partitions until they are settled, shelved, given back or left to their leases.
    void work(List<Holding> holdings) {
        List<Holding> open = new ArrayList<>(holdings);
        List<Holding> blocked = new ArrayList<>();
        try {
            open = workable(stage.own(open));
            if (stage.chargesInSettle() && settlement.ride(open)) {
                open = workable(open);
            }
            Turns.Turn turn = stage.noTurn();
            while (true) {
                open = workable(open);
                if (open.isEmpty()) {
                    Parking.Awake awake = parking.await(blocked);
                    open = new ArrayList<>(awake.holdings());
                    turn = awake.turn();
                    blocked = new ArrayList<>();
                    if (open.isEmpty()) {
                        return;
                    }
                }
                switch (ask(open, turn)) {
                    case Verdict.Unanswered unanswered -> {
                        stage.unanswered(open, unanswered);
                        open = new ArrayList<>();
                    }
                    case Verdict.Granted granted -> {
                        List<Holding> left = settlement.commit(open, granted);
                        open = new ArrayList<>();
                        for (Holding holding : left) {
                            (holding.blockage().isPresent() ? blocked : open).add(holding);
                        }
                    }
                }
            }
        } catch (RuntimeException fault) {
            unsettled(fault);
        } finally {
            // nothing is left in them but after a fault: a lease that nobody works under must not be kept alive
            open.forEach(Holding::end);
            blocked.forEach(Holding::end);
        }
    }

    private Verdict ask(List<Holding> open, Turns.Turn turn) {
        try (turn) {
            return admission.ask(open);
        }
    }

    /// Lets go of what is not ours any more, before anything is charged for it (runtime, 3), and dead-letters messages
    /// that can never pass as soon as they stand first.
    private List<Holding> workable(List<Holding> holdings) {
        var workable = new ArrayList<Holding>(holdings.size());
        for (Holding holding : holdings) {
            if (holding.ended()) {
                continue;
            }
            if (holding.lease().lost()) {
                stage.release(holding);
                continue;
            }
            holding.poisonAtHead().ifPresent(poison -> settlement.deadLetter(holding, poison));
            if (!holding.ended()) {
                workable.add(holding);
            }
        }
        return workable;
    }
}
