package queencell.proxy.database;

import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import jakarta.persistence.EntityTransaction;
import jakarta.persistence.PersistenceException;
import java.io.Closeable;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import javax.sql.DataSource;
import org.eclipse.persistence.jpa.PersistenceProvider;

/// The one way in which repositories reach pxdb. Thread-safe; every call borrows a connection and may block, so none
/// belongs on an event loop. A database that does not answer shows as a `RuntimeException`.
public final class Pxdb implements Closeable {
    private static final AtomicInteger UNITS = new AtomicInteger();

    private final DataSource pool;
    private final EntityManagerFactory entities;

    private Pxdb(DataSource pool, EntityManagerFactory entities) {
        this.pool = pool;
        this.entities = entities;
    }

    /// @param pool what connections are borrowed from; closed with this object when it can be
    /// @param rows the entities and converters of all rooms
    public static Pxdb over(DataSource pool, List<Class<?>> rows) {
        var unit = new RowUnit(pool, rows);
        // in one process, units of one session name would share the pool of the first of them
        Map<String, String> ownSession = Map.of("eclipselink.session-name", "pxdb-" + UNITS.incrementAndGet());
        return new Pxdb(pool, new PersistenceProvider().createContainerEntityManagerFactory(unit, ownSession));
    }

    public DataSource pool() {
        return pool;
    }

    /// Asks outside a transaction: each statement sees what is committed when it runs.
    public <T> T read(Function<EntityManager, T> question) {
        try (EntityManager manager = entities.createEntityManager()) {
            return question.apply(manager);
        }
    }

    /// Does all of `work` in one transaction, or nothing of it.
    public <T> T write(Function<EntityManager, T> work) {
        try (EntityManager manager = entities.createEntityManager()) {
            EntityTransaction transaction = manager.getTransaction();
            transaction.begin();
            try {
                T result = work.apply(manager);
                transaction.commit();
                return result;
            } finally {
                if (transaction.isActive()) {
                    transaction.rollback();
                }
            }
        }
    }

    /// Work that JPA has no words for, in one transaction on a plain connection.
    @FunctionalInterface
    public interface Statements {
        void on(Connection connection) throws SQLException;
    }

    /// As [#write], on a plain connection.
    public void writeJdbc(Statements work) {
        try (Connection connection = pool.getConnection()) {
            connection.setAutoCommit(false);
            try {
                work.on(connection);
                connection.commit();
            } finally {
                // without effect after the commit; the pool restores what else was changed
                connection.rollback();
            }
        } catch (SQLException failed) {
            throw new PersistenceException(failed.getMessage(), failed);
        }
    }

    @Override
    public void close() throws IOException {
        entities.close();
        if (pool instanceof Closeable closeable) {
            closeable.close();
        }
    }
}
