package queencell.signin;

import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import queencell.web.TrustedProxies;

/// Slows down guessing, by the address that guesses and by the account that is guessed at (proxy console, 5.1).
/// Thread-safe. What it knows ends with the process.
///
/// An attempt is counted as a failure before its password is compared and taken back when it was right: of
/// attempts that come at once, only as many get through as would one after the other.
public final class LoginGuard {
    private static final int IPV6_BITS = 64;
    private static final int LONGEST_NAME = 320;

    private final LoginSettings settings;
    private final LongSupplier nanoClock;
    private final Map<InetAddress, Failures> addresses = new LinkedHashMap<>();
    private final Map<String, Failures> accounts = new LinkedHashMap<>();

    /// @param lastNanos when the last failure was
    /// @param blockedUntilNanos until when no attempt is let through
    private record Failures(int count, long lastNanos, long blockedUntilNanos) {}

    public LoginGuard(LoginSettings settings, LongSupplier nanoClock) {
        this.settings = settings;
        this.nanoClock = nanoClock;
    }

    /// Lets an attempt through and counts it as failed, or says how long to wait; zero means it may go on.
    ///
    /// @param account the name that was typed, whether or not there is such an account
    public synchronized Duration attempt(InetAddress client, String account) {
        long now = nanoClock.getAsLong();
        InetAddress network = TrustedProxies.networkOf(client, IPV6_BITS);
        String name = nameOf(account);
        long wait = Math.max(waitOf(addresses, network, now), waitOf(accounts, name, now));
        if (wait > 0) {
            return Duration.ofNanos(wait);
        }
        fail(addresses, network, settings.freeFailuresPerAddress(), now);
        fail(accounts, name, settings.freeFailuresPerAccount(), now);
        return Duration.ZERO;
    }

    /// The password was wrong: what was counted stays, and the wait begins now, however long the comparing took.
    public synchronized void failed(InetAddress client, String account) {
        long now = nanoClock.getAsLong();
        begin(addresses, TrustedProxies.networkOf(client, IPV6_BITS), settings.freeFailuresPerAddress(), now);
        begin(accounts, nameOf(account), settings.freeFailuresPerAccount(), now);
    }

    /// The password was right: the account starts over. The address gets back this one attempt only, or whoever
    /// owns one account could guess at others for ever.
    public synchronized void succeeded(InetAddress client, String account) {
        accounts.remove(nameOf(account));
        takeBack(addresses, TrustedProxies.networkOf(client, IPV6_BITS), settings.freeFailuresPerAddress());
    }

    /// Nothing was compared, so nothing failed.
    public synchronized void undecided(InetAddress client, String account) {
        takeBack(addresses, TrustedProxies.networkOf(client, IPV6_BITS), settings.freeFailuresPerAddress());
        takeBack(accounts, nameOf(account), settings.freeFailuresPerAccount());
    }

    private static String nameOf(String account) {
        String folded = EmailAddress.fold(account);
        return folded.length() <= LONGEST_NAME ? folded : folded.substring(0, LONGEST_NAME);
    }

    private <K> long waitOf(Map<K, Failures> known, K key, long now) {
        Failures failures = known.get(key);
        return failures == null ? 0 : Math.max(0, failures.blockedUntilNanos - now);
    }

    private <K> void fail(Map<K, Failures> known, K key, int free, long now) {
        Failures before = known.remove(key);
        int count = before == null || isAged(before, now) ? 1 : before.count + 1;
        known.put(key, new Failures(count, now, now + blockNanos(count - free)));
        evict(known, now);
    }

    private <K> void begin(Map<K, Failures> known, K key, int free, long now) {
        known.computeIfPresent(
                key, (_, failures) -> new Failures(failures.count, now, now + blockNanos(failures.count - free)));
    }

    private <K> void takeBack(Map<K, Failures> known, K key, int free) {
        known.computeIfPresent(key, (_, failures) -> {
            int count = failures.count - 1;
            return count == 0
                    ? null
                    : new Failures(count, failures.lastNanos, failures.lastNanos + blockNanos(count - free));
        });
    }

    /// @param over failures beyond the free ones
    private long blockNanos(int over) {
        if (over <= 0) {
            return 0;
        }
        long most = settings.lockout().toNanos();
        long base = settings.backoffBase().toNanos();
        // no shift of more than 40 can be below the longest wait
        return over > 40 || base > most >> (over - 1) ? most : base << (over - 1);
    }

    private boolean isAged(Failures failures, long now) {
        return now - failures.lastNanos >= settings.window().toNanos();
    }

    /// Makes room: run-out ones go first, then those that may try again anyway, then whoever failed longest ago.
    private <K> void evict(Map<K, Failures> known, long now) {
        if (known.size() <= settings.maxTracked()) {
            return;
        }
        known.values().removeIf(failures -> isAged(failures, now));
        if (known.size() > settings.maxTracked()) {
            var unblocked = known.values().iterator();
            // a tenth at once, so that a flood does not search the whole map for each of its addresses
            int surplus = known.size() - settings.maxTracked() + settings.maxTracked() / 10;
            while (surplus > 0 && unblocked.hasNext()) {
                if (unblocked.next().blockedUntilNanos - now <= 0) {
                    unblocked.remove();
                    surplus--;
                }
            }
        }
        var oldest = known.values().iterator();
        while (known.size() > settings.maxTracked()) {
            oldest.next();
            oldest.remove();
        }
    }

    synchronized int tracked() {
        return Math.max(addresses.size(), accounts.size());
    }
}
