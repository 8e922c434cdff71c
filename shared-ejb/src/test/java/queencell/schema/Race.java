package queencell.schema;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/// Statements that start at the same moment, each on a connection of its own that stays open for the next round.
final class Race implements AutoCloseable {

    private final List<Connection> runners = new ArrayList<>();
    private final ExecutorService threads;

    Race(TestDatabase database, int runners) {
        threads = Executors.newFixedThreadPool(runners);
        try {
            for (int runner = 0; runner < runners; runner++) {
                this.runners.add(database.open());
            }
        } catch (SQLException failure) {
            throw new SqlFailure(failure);
        }
    }

    /// Runs the statements at once and answers, in their order, what each said: `ok`, with the result if there is
    /// one, or SQLSTATE and text.
    List<String> run(List<String> statements) {
        var start = new CyclicBarrier(statements.size());
        var answers = new ArrayList<Future<String>>();
        for (int index = 0; index < statements.size(); index++) {
            Connection connection = runners.get(index);
            String statement = statements.get(index);
            Callable<String> run = () -> run(start, connection, statement);
            answers.add(threads.submit(run));
        }
        return answers.stream().map(Race::answer).toList();
    }

    private static String run(CyclicBarrier start, Connection connection, String statement)
            throws InterruptedException, BrokenBarrierException {
        start.await();
        try {
            Object result = TestDatabase.rows(connection, statement)
                    .getFirst()
                    .values()
                    .iterator()
                    .next();
            return result == null || result.toString().isEmpty() ? "ok" : "ok " + result;
        } catch (SQLException failure) {
            return new SqlFailure(failure).state() + " " + new SqlFailure(failure).getMessage();
        }
    }

    private static String answer(Future<String> future) {
        try {
            return future.get();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(interrupted);
        } catch (ExecutionException failure) {
            throw new IllegalStateException(failure.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdown();
        try {
            for (Connection runner : runners) {
                runner.close();
            }
        } catch (SQLException failure) {
            throw new SqlFailure(failure);
        }
    }
}
