package queencell.proxy.pipeline;

import jakarta.inject.Inject;
import jakarta.ws.rs.container.ContainerRequestContext;
import jakarta.ws.rs.container.ContainerResponseContext;
import jakarta.ws.rs.container.ContainerResponseFilter;
import jakarta.ws.rs.core.MultivaluedMap;
import java.time.Instant;
import java.util.function.Predicate;
import queencell.listener.RelayedAnswer;
import queencell.proxy.cluster.ClusterContext;
import queencell.proxy.limit.Buckets;
import queencell.proxy.limit.LimitHeaders;
import queencell.proxy.limit.LimitSettings;
import queencell.proxy.limit.MonthlyAccounts;
import queencell.web.Hsts;
import queencell.web.RefusedException;
import queencell.web.Registered;
import queencell.web.RequestId;
import queencell.web.SecurityHeaders;
import queencell.web.SecurityHeaders.Field;

/// Gives every answer its request id and the headers of section 13, tells what is left of the limits (pipeline,
/// 7.14), and counts the answer.
@Registered
public class AnswerFilter implements ContainerResponseFilter {
    private final Hsts hsts;
    private final LimitSettings limits;
    private final Buckets buckets;
    private final Enforcement enforcement;
    private final RequestMetrics metrics;
    private final MonthlyAccounts months;

    @Inject
    AnswerFilter(
            EdgeRules rules,
            LimitSettings limits,
            Buckets buckets,
            Enforcement enforcement,
            RequestMetrics metrics,
            MonthlyAccounts months) {
        this.hsts = rules.hstsRule();
        this.limits = limits;
        this.buckets = buckets;
        this.enforcement = enforcement;
        this.metrics = metrics;
        this.months = months;
    }

    @Override
    public void filter(ContainerRequestContext request, ContainerResponseContext response) {
        MultivaluedMap<String, Object> headers = response.getHeaders();
        var exchange = Exchange.find(request);
        headers.putSingle(RequestId.HEADER, exchange.map(Exchange::requestId).orElseGet(RequestId::next));
        for (int at = 0; at < SecurityHeaders.ALWAYS.size(); at++) {
            Field field = SecurityHeaders.ALWAYS.get(at);
            headers.putSingle(field.name(), field.value());
        }
        if (!headers.containsKey(SecurityHeaders.POLICY.name()) && !bringsPolicy(request)) {
            headers.putSingle(SecurityHeaders.POLICY.name(), SecurityHeaders.POLICY.value());
        }
        exchange.ifPresent(known -> tell(known, response, headers));
    }

    private static boolean bringsPolicy(ContainerRequestContext request) {
        return request.getProperty(RelayedAnswer.PROPERTY) instanceof RelayedAnswer relayed
                && relayed.fields()
                        .filter(fields -> fields.contains(SecurityHeaders.POLICY.name()))
                        .isPresent();
    }

    private void tell(Exchange exchange, ContainerResponseContext response, MultivaluedMap<String, Object> headers) {
        hsts.of(exchange.https()).ifPresent(value -> headers.putSingle(Hsts.HEADER, value));
        if (exchange.showsLimits() && limits.rateLimitHeaders()) {
            exchange.clusterIfResolved().ifPresent(cluster -> tellLimits(exchange, cluster, headers));
        }
        exchange.refusal()
                .filter(Predicate.not(_ -> exchange.showsLimits()))
                .map(RefusedException::code)
                .ifPresent(enforcement::countGate);
        metrics.answered(exchange, response.getStatus());
    }

    private void tellLimits(Exchange exchange, ClusterContext cluster, MultivaluedMap<String, Object> headers) {
        LimitHeaders told = LimitHeaders.NONE;
        var requests = cluster.limits().requestRate();
        if (requests.isPresent()) {
            told = told.withRequests(requests.get(), buckets.requests().peek(cluster.id(), requests.get()));
        }
        var messages = cluster.limits().messageRate();
        boolean takesMessages = exchange.routeIfClassified()
                .filter(route -> route.special().takesMessageTokens())
                .isPresent();
        if (messages.isPresent() && takesMessages) {
            told = told.withMessages(messages.get(), buckets.messages().peek(cluster.id(), messages.get()));
        }
        var quota = cluster.limits().monthlyMessagesQuota();
        // messages in and out: what the month counts stands in an answer that is read
        boolean movesMessages = exchange.routeIfClassified()
                .filter(route -> route.special().readsAnswer())
                .isPresent();
        if (quota.isPresent() && movesMessages) {
            told = told.withMonth(quota.getAsLong(), months.taken(cluster.id()).orElse(0), Instant.now());
        }
        told.policy().ifPresent(text -> headers.putSingle(LimitHeaders.POLICY, text));
        told.state().ifPresent(text -> headers.putSingle(LimitHeaders.STATE, text));
    }
}
