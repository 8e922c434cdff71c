package queencell.gate;

import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import queencell.gate.api.GateListeners;
import queencell.gate.api.PeopleSettings;
import queencell.settings.SettingsReader;
import queencell.signin.provider.Browser;
import queencell.signin.provider.GoogleSite;
import queencell.signin.provider.ProviderServer;

/// A whole Gate with both ports and no broker, and a Google that knows it as `http://gate.test`.
final class PublicGate implements AutoCloseable {
    static final String URL = "http://gate.test";
    static final String SECRET = "a session secret of more than 32 bytes";

    private final ProviderServer provider = new ProviderServer();
    private final AtomicInteger submitted = new AtomicInteger();
    private final ExecutorService threads = Executors.newThreadPerTaskExecutor(this::counted);
    private final AtomicReference<PeopleSettings> people = new AtomicReference<>();
    private final Gate gate;

    /// @param more settings, over those of a Gate that takes accounts of `acme.example`
    PublicGate(Map<String, String> more) {
        var environment = new HashMap<>(Map.of(
                "QUEEN_URL",
                "http://127.0.0.1:1",
                "GATE_BIND",
                "127.0.0.1:0",
                "GATE_PUBLIC_BIND",
                "127.0.0.1:0",
                "GATE_PUBLIC_URL",
                URL,
                "GATE_WORKER_THREADS",
                "1",
                "GOOGLE_CLIENT_ID",
                GoogleSite.CLIENT,
                "GOOGLE_CLIENT_SECRET",
                GoogleSite.SECRET,
                "GOOGLE_ALLOWED_DOMAINS",
                "acme.example,other.example",
                "GATE_SESSION_SECRET",
                SECRET,
                "GATE_TEST_OAUTH_BASE",
                provider.base()));
        environment.putAll(more);
        environment.values().removeIf(String::isEmpty);
        GateSettings settings = GateSettings.read(SettingsReader.of(environment));
        people.set(settings.people());
        gate = new Gate(settings, threads, people::get);
        gate.start();
        provider.google().register(settings.api().publicUrl() + "/api/auth/google/callback");
    }

    private Thread counted(Runnable task) {
        submitted.incrementAndGet();
        return Thread.ofVirtual().unstarted(task);
    }

    /// What was given to the executor that a container would manage.
    int submitted() {
        return submitted.get();
    }

    GoogleSite google() {
        return provider.google();
    }

    ProviderServer provider() {
        return provider;
    }

    GateListeners listeners() {
        return gate.listeners();
    }

    InetSocketAddress internalPort() {
        return gate.listeners().addresses().getFirst();
    }

    InetSocketAddress publicPort() {
        return gate.listeners().addresses().get(1);
    }

    /// Who may change things from the next request on.
    void admins(String emails) {
        people.set(SettingsReader.of(Map.of("GATE_ADMIN_EMAILS", emails)).read(PeopleSettings.class));
    }

    /// A browser that knows Gate and Google, with no cookies.
    Browser browser() {
        return new Browser()
                .knowing("gate.test", publicPort())
                .knowing("127.0.0.1:" + provider.address().getPort(), provider.address());
    }

    @Override
    public void close() {
        gate.close();
        provider.close();
        threads.shutdownNow();
    }
}
