package queencell.proxy.pipeline;

import jakarta.ws.rs.container.ContainerRequestContext;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.listener.Inbound;
import queencell.proxy.access.Credential;
import queencell.proxy.access.Identity;
import queencell.proxy.access.Principal;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.cluster.HostName;
import queencell.proxy.route.RawQuery;
import queencell.proxy.route.Route;
import queencell.proxy.route.Surface;
import queencell.web.RefusedException;
import queencell.web.RequestId;

/// What the pipeline has learned about one request. Each part is written once, by its step; asking for one that is
/// not known yet is a mistake and names it. Not thread-safe: one thread at a time works on a request.
public final class Exchange {
    static final String PROPERTY = "queencell.exchange";

    private final Inbound inbound;
    private final String requestId = RequestId.next();
    private final long startedNanos = System.nanoTime();
    private final String path;
    private final RawQuery query;
    private final Surface surface;
    private final HostName host;
    /// In which order the host answers.
    private final List<Integer> answers;
    private final boolean https;
    private final boolean mayWait;

    private Credential credential;
    private Identity identity;
    private ClusterContext cluster;
    private Route route;
    private Principal principal;
    private Outgoing outgoing;
    private List<Runnable> withheld = List.of();
    private RefusedException refusal;
    private boolean showsLimits;
    private long upstreamNanos;

    /// Where and for how long the request is sent on.
    ///
    /// @param query what the client sent, edited where the rules say so
    /// @param parks whether it is a long-poll that holds a slot
    /// @param deadline until the head of the broker's answer must be there
    public record Outgoing(RawQuery query, boolean parks, Duration deadline) {}

    /// @param shielded whether nothing about clusters may be told before a live credential was shown
    /// @param mayWait whether the thread of the filters may wait for the database
    /// @param https whether the client speaks HTTPS, to us or to a trusted peer
    Exchange(Inbound inbound, boolean shielded, boolean https, Shown shown, boolean mayWait) {
        this.inbound = inbound;
        this.answers = shielded ? Step.ANSWERS_SHIELDED : Step.ANSWERS;
        this.https = https;
        this.host = shown.host();
        this.credential = shown.credential();
        this.mayWait = mayWait;
        String target = inbound.target();
        int mark = target.indexOf('?');
        this.path = mark < 0 ? target : target.substring(0, mark);
        this.query = mark < 0 ? RawQuery.NONE : new RawQuery(target.substring(mark + 1));
        this.surface = Surface.of(path);
    }

    /// The exchange of a request, if its first filter was reached.
    static Optional<Exchange> find(ContainerRequestContext request) {
        return Optional.ofNullable((Exchange) request.getProperty(PROPERTY));
    }

    /// The exchange of a request; made by the first filter.
    public static Exchange of(ContainerRequestContext request) {
        return known("exchange", (Exchange) request.getProperty(PROPERTY));
    }

    /// The exchange if the broker is asked for something; the proxy's own paths go past these steps.
    static Optional<Exchange> onDataPath(ContainerRequestContext request) {
        return on(Surface.DATA_PATH, request);
    }

    /// The exchange if live operators are meant. Behind the filter that hides their surface it is one who asks.
    static Optional<Exchange> ofOperator(ContainerRequestContext request) {
        return on(Surface.OPERATOR_API, request);
    }

    private static Optional<Exchange> on(Surface surface, ContainerRequestContext request) {
        return Optional.of(of(request)).filter(exchange -> exchange.surface == surface);
    }

    public Inbound inbound() {
        return inbound;
    }

    public String requestId() {
        return requestId;
    }

    public long startedNanos() {
        return startedNanos;
    }

    /// The raw path, without the query.
    public String path() {
        return path;
    }

    public RawQuery query() {
        return query;
    }

    public Surface surface() {
        return surface;
    }

    public HostName host() {
        return host;
    }

    /// Nobody has checked it yet; it is forgotten when somebody has, for a long-poll is held for minutes.
    Credential credential() {
        return known("credential", credential);
    }

    boolean https() {
        return https;
    }

    boolean mayWait() {
        return mayWait;
    }

    public ClusterContext cluster() {
        return known("cluster", cluster);
    }

    public Optional<ClusterContext> clusterIfResolved() {
        return Optional.ofNullable(cluster);
    }

    public Route route() {
        return known("route", route);
    }

    public Optional<Route> routeIfClassified() {
        return Optional.ofNullable(route);
    }

    public Principal principal() {
        return known("principal", principal);
    }

    Optional<Identity> identityIfKnown() {
        return Optional.ofNullable(identity);
    }

    public Outgoing outgoing() {
        return known("outgoing", outgoing);
    }

    /// How long the broker took to begin its answer; 0 if it was not asked or did not answer.
    long upstreamNanos() {
        return upstreamNanos;
    }

    void upstreamTook(long nanos) {
        upstreamNanos = nanos;
    }

    boolean showsLimits() {
        return showsLimits;
    }

    Optional<RefusedException> refusal() {
        return Optional.ofNullable(refusal);
    }

    void identified(Identity found) {
        identity = once("identity", identity, found);
    }

    void resolved(ClusterContext found) {
        cluster = once("cluster", cluster, found);
    }

    void classified(Route found) {
        route = once("route", route, found);
    }

    /// A live credential was shown: what was kept back until now is told.
    void authenticated(Principal found) {
        principal = once("principal", principal, found);
        credential = null;
        tellWithheld();
    }

    void planned(Outgoing found) {
        outgoing = once("outgoing", outgoing, found);
    }

    /// From here on the answer tells what is left of the limits.
    void showLimits() {
        showsLimits = true;
    }

    /// Asks the gate of this step now or, where the order of the host's answers has it behind the credential, once a
    /// live one was shown. Until then neither answer nor headers, log or metrics show what it would have said.
    void ask(int step, Runnable gate) {
        if (principal == null && Step.waitsForCredential(step, answers)) {
            withheld = withheld.isEmpty() ? new ArrayList<>(2) : withheld;
            withheld.add(gate);
        } else {
            gate.run();
        }
    }

    /// Ends the request with the answer of this step, as soon as it may be told.
    void refuse(int step, RefusedException answer) {
        ask(step, () -> end(answer));
    }

    /// Asks the gates that were kept back.
    void tellWithheld() {
        List<Runnable> gates = withheld;
        withheld = List.of();
        gates.forEach(Runnable::run);
    }

    /// Ends the request with this answer, whatever the host.
    RefusedException end(RefusedException answer) {
        ended(answer);
        throw answer;
    }

    /// The request ends with this answer, which is given by other means than an exception.
    void ended(RefusedException answer) {
        refusal = answer;
    }

    private static <T> T known(String part, T value) {
        if (value == null) {
            throw new IllegalStateException(part + " is not known yet: its step runs later");
        }
        return value;
    }

    private static <T> T once(String part, T before, T found) {
        if (before != null) {
            throw new IllegalStateException(part + " is known already: only its step writes it");
        }
        return found;
    }
}
