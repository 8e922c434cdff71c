package queencell.proxy.access;

import static queencell.log.Field.field;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Expiry;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.function.LongSupplier;
import queencell.log.EventLog;
import queencell.log.Sampler;
import queencell.proxy.access.Identity.Nobody;
import queencell.proxy.access.Identity.Person;
import queencell.proxy.cluster.Invalidation;
import queencell.signin.SessionClaims;
import queencell.signin.SessionVerifier;
import queencell.signin.SessionVerifier.Verdict;

/// Judges sessions of people: signature, deny-list, password, operator bit, role (pipeline, 6.5). Thread-safe;
/// calls may wait for the database, so none belongs on an event loop.
public final class Sessions implements Invalidation {
    private static final EventLog LOG = EventLog.of("auth");
    private static final int MOST_ENTRIES = 100_000;
    private static final Duration REST_AFTER_SILENCE = Duration.ofSeconds(1);

    private final AccessSettings settings;
    private final SessionVerifier verifier;
    private final Optional<Standings> database;
    private final InstantSource clock;
    private final LongSupplier nanoClock;
    private final Sampler silences = Sampler.every(Duration.ofSeconds(30));
    /// Monotonic nanoseconds before which a database that fell silent is not asked again.
    private volatile long restUntil;
    /// Counts what was heard of, before it empties a cache.
    private final AtomicInteger changes = new AtomicInteger();

    // by hash: a token in memory as a key would be a secret lying about
    private final Cache<String, SessionClaims> verified;
    private final Cache<String, Boolean> revoked;
    // ended in this process: known before the database knows, and even if it never does; by id, until the token runs
    // out
    private final Cache<String, Instant> ended;
    private final Cache<UUID, Optional<Standings.Account>> accounts;
    private final Cache<ClusterRoleRow.Key, Optional<Role>> roles;

    /// What a person may do on one cluster.
    public sealed interface Standing {
        record Acts(Principal principal) implements Standing {}

        /// 403: the person exists, and has nothing to say there.
        record NoRole() implements Standing {}

        /// 401: nobody stands behind the session any more.
        record Gone() implements Standing {}
    }

    /// @param database empty without one: nothing is revoked then, nobody is operator, and nobody has a role
    public Sessions(
            AccessSettings settings, SessionVerifier verifier, Optional<Standings> database, InstantSource clock) {
        this(settings, verifier, database, clock, System::nanoTime);
    }

    Sessions(
            AccessSettings settings,
            SessionVerifier verifier,
            Optional<Standings> database,
            InstantSource clock,
            LongSupplier nanoClock) {
        this.nanoClock = nanoClock;
        this.restUntil = nanoClock.getAsLong();
        this.settings = settings;
        this.verifier = verifier;
        this.database = database;
        this.clock = clock;
        this.verified = bounded().expireAfterWrite(Duration.ofSeconds(60)).build();
        this.revoked = bounded().expireAfterWrite(Duration.ofSeconds(60)).build();
        this.ended = bounded()
                .expireAfter(Expiry.<String, Instant>creating((_, expiresAt) -> untilNobodyTakes(expiresAt)))
                .build();
        this.accounts = bounded().expireAfterWrite(Duration.ofSeconds(30)).build();
        // a role counts 30 s, that there is none 5 s (A13)
        this.roles = bounded()
                .expireAfter(Expiry.<ClusterRoleRow.Key, Optional<Role>>creating(
                        (_, role) -> Duration.ofSeconds(role.isPresent() ? 30 : 5)))
                .build();
    }

    private Caffeine<Object, Object> bounded() {
        return Caffeine.newBuilder().maximumSize(MOST_ENTRIES).ticker(nanoClock::getAsLong);
    }

    private Duration untilNobodyTakes(Instant expiresAt) {
        Duration left = Duration.between(clock.instant(), expiresAt).plus(SessionVerifier.LEEWAY);
        return left.isNegative() ? Duration.ZERO : left;
    }

    /// Whether the session is live, and whose it is.
    public Identity identify(String token) {
        return switch (verified(token)) {
            case Verdict.Bad(String reason) -> new Nobody("session: " + reason);
            case Verdict.Good(SessionClaims claims) -> live(claims);
        };
    }

    /// What a token says that one of our keys vouches for, whether or not it is live.
    public Optional<SessionClaims> claims(String token) {
        return verified(token) instanceof Verdict.Good(SessionClaims claims) ? Optional.of(claims) : Optional.empty();
    }

    /// Ends a session: in this process at once, elsewhere as soon as the deny-list is asked again. Never fails:
    /// whoever signs out is signed out here, even while the database is silent.
    public void end(SessionClaims claims) {
        ended.put(claims.tokenId(), claims.expiresAt());
        try {
            database.ifPresent(rows -> rows.revoke(claims));
        } catch (RuntimeException silent) {
            LOG.warn("session_not_revoked", silent, field("user", claims.user()));
        }
    }

    private Verdict verified(String token) {
        String hash = Credential.hashOf(token);
        SessionClaims known = verified.getIfPresent(hash);
        if (known != null) {
            return new Verdict.Good(known);
        }
        Verdict verdict = verifier.verify(token);
        if (verdict instanceof Verdict.Good(SessionClaims claims)) {
            verified.put(hash, claims);
        }
        return verdict;
    }

    private Identity live(SessionClaims claims) {
        if (!clock.instant().isBefore(claims.expiresAt().plus(SessionVerifier.LEEWAY))) {
            return new Nobody("session: expired");
        }
        if (isRevoked(claims.tokenId())
                || claims.parent().filter(this::isRevoked).isPresent()) {
            return new Nobody("session: revoked");
        }
        Optional<Standings.Account> account = account(claims.user());
        if (account.flatMap(Standings.Account::passwordChangedAt)
                .filter(changed -> claims.issuedAt().isBefore(wholeSeconds(changed)))
                .isPresent()) {
            return new Nobody("session: older than the password");
        }
        boolean operator = settings.operatorEnabled()
                && account.filter(Standings.Account::operator).isPresent();
        Role role = Role.parse(claims.role()).orElse(Role.VIEWER);
        return new Person(claims.user(), claims.issuedAt(), claims.cluster(), role, operator);
    }

    // a token minted in the second of the change is good
    private static Instant wholeSeconds(Instant instant) {
        return instant.truncatedTo(ChronoUnit.SECONDS);
    }

    /// What a live session may do on this cluster.
    public Standing standing(Person person, UUID cluster) {
        if (person.operator()) {
            return new Standing.Acts(new Principal.OperatorPrincipal(person.user()));
        }
        if (person.cluster().isPresent()) {
            return person.cluster().get().equals(cluster)
                    ? new Standing.Acts(new Principal.SessionPrincipal(person.user(), person.role()))
                    : new Standing.NoRole();
        }
        Optional<Role> role = role(person.user(), cluster);
        if (role.isPresent()) {
            return new Standing.Acts(new Principal.SessionPrincipal(person.user(), role.get()));
        }
        return exists(person.user()) ? new Standing.NoRole() : new Standing.Gone();
    }

    /// Whether nobody stands behind the session any more: [#standing] would be [Standing.Gone] on a cluster where the
    /// person has no role, or on one that does not exist.
    public boolean isGone(Person person) {
        return !person.operator() && person.cluster().isEmpty() && !exists(person.user());
    }

    /// A session counts as good while the deny-list is silent, unless the cell is strict.
    private boolean isRevoked(String tokenId) {
        if (ended.getIfPresent(tokenId) != null) {
            return true;
        }
        return known(revoked, tokenId, rows -> rows.isRevoked(tokenId), false).orElse(settings.revocationStrict());
    }

    /// What the database says, or what holds without one; empty when it does not answer. One that fell silent a
    /// moment ago is not asked: a request would wait for it with each of its questions.
    private <T> Optional<T> asked(Function<Standings, T> question, T withoutDatabase) {
        if (database.isEmpty()) {
            return Optional.of(withoutDatabase);
        }
        if (nanoClock.getAsLong() - restUntil < 0) {
            return Optional.empty();
        }
        try {
            return Optional.of(question.apply(database.get()));
        } catch (RuntimeException silent) {
            restUntil = nanoClock.getAsLong() + REST_AFTER_SILENCE.toNanos();
            silences.letThrough()
                    .ifPresent(suppressed -> LOG.warn("denylist_unavailable", silent, field("suppressed", suppressed)));
            return Optional.empty();
        }
    }

    /// Unknown while the database is silent: no operator, and the password counts as unchanged.
    private Optional<Standings.Account> account(UUID user) {
        return known(accounts, user, rows -> rows.account(user), Optional.<Standings.Account>empty())
                .flatMap(told -> told);
    }

    private Optional<Role> role(UUID user, UUID cluster) {
        return known(
                        roles,
                        new ClusterRoleRow.Key(user, cluster),
                        rows -> rows.role(user, cluster),
                        Optional.<Role>empty())
                .flatMap(told -> told);
    }

    /// What the cache holds, or else the database says; empty while that is silent.
    private <K, V> Optional<V> known(Cache<K, V> cache, K key, Function<Standings, V> question, V withoutDatabase) {
        V cached = cache.getIfPresent(key);
        if (cached != null) {
            return Optional.of(cached);
        }
        int heardBefore = changes.get();
        Optional<V> answer = asked(question, withoutDatabase);
        answer.ifPresent(told -> {
            cache.put(key, told);
            // it may have been read before the change that emptied the cache in between
            if (changes.get() != heardBefore) {
                cache.invalidate(key);
            }
        });
        return answer;
    }

    /// While the database is silent, the softer of the two refusals is right.
    private boolean exists(UUID user) {
        return asked(rows -> rows.account(user).isPresent(), true).orElse(true);
    }

    @Override
    public void clusterChanged(UUID cluster) {
        changes.incrementAndGet();
        roles.asMap().keySet().removeIf(key -> key.clusterId().equals(cluster));
    }

    @Override
    public void sessionRevoked() {
        changes.incrementAndGet();
        revoked.invalidateAll();
    }

    @Override
    public void anythingMayHaveChanged() {
        changes.incrementAndGet();
        revoked.invalidateAll();
        accounts.invalidateAll();
        roles.invalidateAll();
    }
}
