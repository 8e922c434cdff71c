package queencell.signin;

import static queencell.log.Field.field;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.security.Key;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.lang.JoseException;
import org.jose4j.lang.UnresolvableKeyException;
import queencell.log.EventLog;

/// Google's public keys, kept for an hour (proxy console, 6.3). Thread-safe; may block.
///
/// A refresh that fails keeps the old copy; as long as there is none, every sign-in asks. A `kid` that is not there
/// asks once more, at most once a minute: Google may have changed its keys, and a stranger may have made the name up.
public final class GoogleKeys {
    private static final EventLog LOG = EventLog.of("auth");
    private static final long KEEP_NANOS = Duration.ofHours(1).toNanos();
    private static final long FORCED_NANOS = Duration.ofMinutes(1).toNanos();

    private final Outbound outbound;
    private final URI address;
    private final LongSupplier nanoClock;
    private final ReentrantLock lock = new ReentrantLock();
    private Optional<JsonWebKeySet> keys = Optional.empty();
    private long triedAtNanos;

    public GoogleKeys(Outbound outbound, URI address, LongSupplier nanoClock) {
        this.outbound = outbound;
        this.address = address;
        this.nanoClock = nanoClock;
        this.triedAtNanos = nanoClock.getAsLong() - KEEP_NANOS;
    }

    /// Fetches the keys if none were ever had.
    ///
    /// @throws ProviderFailedException when they are not to be had now either: no fault of whoever signs in
    void prepare() {
        long askedAtNanos = nanoClock.getAsLong();
        lock.lock();
        try {
            if (keys.isEmpty() && triedAtNanos - askedAtNanos > 0) {
                // somebody else has tried in vain while we stood here: one patience is enough for a person
                throw SigninRefusals.providerFailed("");
            }
            if (keys.isEmpty()) {
                refresh();
            }
        } finally {
            lock.unlock();
        }
    }

    /// Once they are prepared.
    Key of(String kid) throws UnresolvableKeyException {
        lock.lock();
        try {
            long age = nanoClock.getAsLong() - triedAtNanos;
            Optional<Key> known = age < KEEP_NANOS ? find(kid) : Optional.empty();
            if (known.isEmpty() && age >= FORCED_NANOS) {
                refresh();
            }
            return known.or(() -> find(kid))
                    .orElseThrow(() -> new UnresolvableKeyException("Google has no key of this kid"));
        } finally {
            lock.unlock();
        }
    }

    private Optional<Key> find(String kid) {
        return keys.map(set -> set.findJsonWebKey(kid, "RSA", null, null)).map(JsonWebKey::getKey);
    }

    private void refresh() {
        triedAtNanos = nanoClock.getAsLong();
        try {
            keys = Optional.of(fetched());
        } catch (ProviderFailedException failed) {
            // the copy of before stays; without one no token can be verified
            if (keys.isEmpty()) {
                throw failed;
            }
        }
    }

    private JsonWebKeySet fetched() {
        JsonNode answer = outbound.get(address, Map.of("Accept", "application/json"));
        try {
            return new JsonWebKeySet(answer.toString());
        } catch (JoseException | ClassCastException unreadable) {
            // the parser casts what it finds, so `"keys":1` ends in the second
            LOG.warn(
                    "provider_failed",
                    field("host", address.getHost()),
                    field("path", address.getPath()),
                    field("problem", "no set of keys"));
            throw SigninRefusals.providerFailed("");
        }
    }
}
