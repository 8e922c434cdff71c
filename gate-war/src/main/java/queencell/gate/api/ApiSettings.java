package queencell.gate.api;

import java.util.Locale;
import java.util.Optional;
import queencell.settings.InvalidSettingException;
import queencell.settings.Says;
import queencell.settings.Setting;

/// Where Gate listens and what it takes (runtime, 19).
public record ApiSettings(
        @Says(
                "Who serves both ports: `netty`, or `payara` for the server's own listener, which costs two to three times"
                        + " the CPU.")
        @Setting(env = "GATE_LISTENER", byDefault = "netty")
        String host,

        @Says("Address of the internal API: host or IP and port. No authentication at all, so it must be reachable"
                + " from inside only.")
        @Setting(env = "GATE_BIND", byDefault = "0.0.0.0:8788")
        String bind,

        @Says("Address of the public API with sign-in and console; unset opens none.")
        @Setting(env = "GATE_PUBLIC_BIND")
        Optional<String> publicBind,

        @Says("Base URL under which people reach the public API.")
        @Setting(env = "GATE_PUBLIC_URL", byDefault = "http://localhost:8790")
        String publicUrl,

        @Says("Where Payara's own port, with health and metrics for the cell only, is bound; the launcher reads it.")
        @Setting(env = "GATE_CELL_BIND", byDefault = "127.0.0.1:8799")
        String cellBind,

        @Says("Largest body of a push. It is a memory reservation per request.")
        @Setting(env = "GATE_MAX_PUSH_BODY_BYTES", byDefault = "8388608", min = 2_097_152, max = 67_108_864)
        int maxPushBodyBytes,

        @Says("Event-loop threads of the listeners; 0 takes one per core that the process may use.")
        @Setting(env = "GATE_WORKER_THREADS", byDefault = "0", min = 0, max = 256)
        int workerThreads) {

    public ApiSettings {
        if (!host.equals("netty") && !host.equals("payara")) {
            throw new InvalidSettingException("GATE_LISTENER is `%s`: it may be `netty` or `payara`".formatted(host));
        }
        // whoever asks whether it is https looks at its beginning
        int scheme = publicUrl.indexOf("://");
        if (scheme > 0) {
            publicUrl = publicUrl.substring(0, scheme).toLowerCase(Locale.ROOT) + publicUrl.substring(scheme);
        }
    }

    public boolean isNetty() {
        return host.equals("netty");
    }

    public boolean publicIsSecure() {
        return publicUrl.startsWith("https://");
    }
}
