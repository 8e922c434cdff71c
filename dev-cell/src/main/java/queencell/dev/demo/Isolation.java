package queencell.dev.demo;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import queencell.dev.CellFault;

/// What one tenant must not see, reach or disturb of another.
final class Isolation {
    private static final int FLOOD = 60;
    private static final String LISTING = "/api/v1/resources/queues?stats=cached";

    private final DemoHttp proxy;
    private final DemoTenants.Tenant acme;
    private final DemoTenants.Tenant globex;

    Isolation(DemoHttp proxy, DemoTenants.Pair tenants) {
        this.proxy = proxy;
        this.acme = tenants.acme();
        this.globex = tenants.globex();
    }

    void run(Checks checks) {
        DemoHttp asGlobex = proxy.as(globex.host()).with(globex.key());
        String pop = "/api/v1/pop/queue/%s?consumerGroup=%s&subscriptionMode=all&batch=10"
                .formatted(OrderFlow.QUEUE, OrderFlow.GROUP);
        checks.equal(
                "globex pops the same queue with the same group and sees none of it",
                204,
                asGlobex.get(pop).status());
        refused(
                checks,
                "globex's key on acme's host",
                403,
                "forbidden",
                proxy.as(acme.host()).with(globex.key()).get(LISTING));
        refused(checks, "no key", 401, "unauthorized", proxy.as(acme.host()).get(LISTING));
        refused(
                checks,
                "an unknown host",
                421,
                "cluster_unknown",
                proxy.as("nobody.localhost").with(acme.key()).get(LISTING));
        refused(
                checks,
                "/metrics",
                404,
                "route_blocked",
                proxy.as(acme.host()).with(acme.key()).get("/metrics"));
    }

    private static void refused(Checks checks, String what, int status, String code, DemoHttp.Answer answer) {
        checks.equal(
                "%s is answered %d %s".formatted(what, status, code),
                "%d %s".formatted(status, code),
                "%d %s".formatted(answer.status(), answer.code()));
    }

    /// Sixty quick requests of a tenant that may send five a second, while its neighbour works on.
    void flood(Checks checks) {
        DemoHttp asGlobex = proxy.as(globex.host()).with(globex.key());
        DemoHttp asAcme = proxy.as(acme.host()).with(acme.key());
        try (ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<DemoHttp.Answer>> flood = submit(clients, () -> asGlobex.get(LISTING));
            List<Future<DemoHttp.Answer>> neighbour = submit(clients, () -> asAcme.get(LISTING));
            List<DemoHttp.Answer> answers =
                    flood.stream().map(Isolation::answerOf).toList();
            long limited = answers.stream().filter(a -> a.status() == 429).count();
            long told = answers.stream()
                    .filter(a -> a.status() == 429 && a.code().equals("rate_limited"))
                    .filter(a ->
                            a.retryAfterSeconds().filter(s -> s >= 1 && s <= 60).isPresent())
                    .count();
            long passed = answers.stream().filter(a -> a.status() == 200).count();
            checks.that(
                    limited > 0 && limited == told && limited + passed == FLOOD,
                    "of %d quick requests of globex (plan free: 5 a second, 25 at once) %d passed and %d met 429 with Retry-After"
                            .formatted(FLOOD, passed, limited),
                    "%d were refused, %d of them told when to come back".formatted(limited, told));
            long served = neighbour.stream()
                    .map(Isolation::answerOf)
                    .filter(a -> a.status() == 200)
                    .count();
            checks.equal(
                    "acme noticed nothing: %d of its %d requests at the same time were served".formatted(served, FLOOD),
                    (long) FLOOD,
                    served);
        }
    }

    private static List<Future<DemoHttp.Answer>> submit(ExecutorService clients, Callable<DemoHttp.Answer> call) {
        return IntStream.range(0, FLOOD).mapToObj(i -> clients.submit(call)).toList();
    }

    private static DemoHttp.Answer answerOf(Future<DemoHttp.Answer> answer) {
        try {
            return answer.get();
        } catch (Exception fault) {
            throw new CellFault("a request of the demo failed: " + fault.getMessage(), fault);
        }
    }
}
