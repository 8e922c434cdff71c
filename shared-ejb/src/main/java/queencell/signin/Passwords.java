package queencell.signin;

import com.password4j.BcryptFunction;
import com.password4j.types.Bcrypt;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import queencell.task.YieldingThreads;

/// Hashes and compares passwords with bcrypt, on a few threads of its own (proxy console, 5). Thread-safe; callers wait
/// for their turn, so none belongs on an event loop.
///
/// Every comparison does the work of cost 12, whatever it compares with: an address nobody has, an account without a
/// password and an old hash of lower cost answer in the same time.
public final class Passwords implements AutoCloseable {
    /// bcrypt reads no further.
    public static final int LONGEST_BYTES = 72;

    static final int COST = 12;
    private static final int LOWEST_COST = 4;
    private static final int HIGHEST_COST = 14;
    private static final int MOST_THREADS = 4;
    private static final int QUEUE = 64;
    /// Who waits for longer has mostly left, and would be hashed for nobody.
    private static final Duration PATIENCE = Duration.ofSeconds(10);
    /// The three names mean one algorithm; under `2a` the library knows a variant that hashes some passwords with
    /// letters beyond ASCII differently, and PostgreSQL, which writes `2a`, does not have it.
    private static final Pattern STORED = Pattern.compile("\\$2[aby]\\$(\\d\\d)\\$[./A-Za-z0-9]{53}");
    /// A salt for work whose result nobody looks at.
    private static final String NOBODY = "dcfq2Rgp5ZLLq8Q0WCPJ7u";

    /// Where callers wait in line, and who wakes them: threads of the usual priority.
    private final ThreadPoolExecutor workers;
    /// As many that hash, and give way. They never wake a caller, nor touch a lock of one: whom a thread wakes may
    /// start
    /// threads for it, which would have its low priority for good.
    private final ExecutorService hashers;
    private final WorkMeter meter;
    private final Duration patience;

    /// How a comparison ended.
    public enum Check {
        RIGHT,
        WRONG,
        /// Too many are waiting, or it took too long: nobody knows whether it is right.
        BUSY
    }

    /// Hears of every bcrypt run; tests count with it.
    @FunctionalInterface
    interface WorkMeter {
        void ran(int cost);
    }

    public Passwords() {
        this(threads(Runtime.getRuntime().availableProcessors()), QUEUE, PATIENCE, _ -> {});
    }

    /// Half of the cores: the data path shares them, and a hash takes a core for a third of a second.
    static int threads(int cores) {
        return Math.clamp(cores / 2, 1, MOST_THREADS);
    }

    Passwords(int threads, int queue, Duration patience, WorkMeter meter) {
        this.patience = patience;
        this.meter = meter;
        this.workers = new ThreadPoolExecutor(
                threads,
                threads,
                30,
                TimeUnit.SECONDS,
                new ArrayBlockingQueue<>(queue),
                Thread.ofPlatform().name("bcrypt-line-", 0).daemon().factory());
        workers.allowCoreThreadTimeOut(true);
        this.hashers = Executors.newFixedThreadPool(threads, new YieldingThreads("bcrypt-"));
    }

    /// Whether the password can be set: bcrypt would ignore what lies behind its 72nd byte.
    public static boolean fits(String password) {
        return password.getBytes(StandardCharsets.UTF_8).length <= LONGEST_BYTES;
    }

    /// @param stored the account's hash; empty for an unknown account or one without a password
    public Check compare(String password, Optional<String> stored) {
        return run(() -> matches(password, stored) ? Check.RIGHT : Check.WRONG).orElse(Check.BUSY);
    }

    /// A hash to store, of cost 12; empty when too many are waiting or it took too long.
    ///
    /// @throws IllegalArgumentException when the password is longer than 72 bytes
    public Optional<String> hash(String password) {
        if (!fits(password)) {
            throw new IllegalArgumentException("the password has more than 72 bytes, which is all that bcrypt reads");
        }
        return run(() -> {
            meter.ran(COST);
            return hashNow(password);
        });
    }

    static String hashNow(String password) {
        return BcryptFunction.getInstance(Bcrypt.B, COST).hash(password).getResult();
    }

    private boolean matches(String password, Optional<String> stored) {
        byte[] read = readable(password);
        var known = stored.map(STORED::matcher).filter(hash -> hash.matches());
        int cost = known.map(hash -> Integer.parseInt(hash.group(1))).orElse(0);
        if (cost < LOWEST_COST || cost > HIGHEST_COST) {
            work(read, COST);
            return false;
        }
        meter.ran(cost);
        byte[] hash = ("$2y$" + stored.get().substring(4)).getBytes(StandardCharsets.US_ASCII);
        boolean right = BcryptFunction.getInstance(Bcrypt.Y, cost).check(read, hash);
        // 2^c + 2^c + 2^(c+1) + … + 2^11 = 2^12
        for (int more = cost; more < COST; more++) {
            work(read, more);
        }
        return right;
    }

    private void work(byte[] password, int cost) {
        meter.ran(cost);
        byte[] salt = "$2b$%02d$%s".formatted(cost, NOBODY).getBytes(StandardCharsets.US_ASCII);
        BcryptFunction.getInstance(Bcrypt.B, cost).hash(password, salt);
    }

    /// What bcrypt reads of it: the first 72 bytes, so that a long text costs no more than a short one.
    private static byte[] readable(String password) {
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        return bytes.length <= LONGEST_BYTES ? bytes : Arrays.copyOf(bytes, LONGEST_BYTES);
    }

    private <T> Optional<T> run(Callable<T> task) {
        var running = new FutureTask<>(() -> hashed(task));
        try {
            workers.execute(running);
        } catch (RejectedExecutionException full) {
            return Optional.empty();
        }
        try {
            return Optional.of(running.get(patience.toNanos(), TimeUnit.NANOSECONDS));
        } catch (TimeoutException tooLate) {
            giveUp(running);
            return Optional.empty();
        } catch (InterruptedException stopped) {
            giveUp(running);
            Thread.currentThread().interrupt();
            return Optional.empty();
        } catch (ExecutionException failed) {
            throw new IllegalStateException("bcrypt failed", failed.getCause());
        }
    }

    private <T> T hashed(Callable<T> task) throws Exception {
        Future<T> hash = hashers.submit(task);
        try {
            return hash.get();
        } catch (InterruptedException nobodyWaits) {
            hash.cancel(true);
            throw nobodyWaits;
        }
    }

    /// Its place is free at once, for somebody who still waits.
    private void giveUp(FutureTask<?> task) {
        task.cancel(true);
        workers.remove(task);
    }

    int waiting() {
        return workers.getQueue().size();
    }

    @Override
    public void close() {
        workers.shutdownNow();
        hashers.shutdownNow();
    }
}
