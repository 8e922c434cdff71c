package queencell.listener;

import jakarta.servlet.AsyncContext;
import jakarta.servlet.ReadListener;
import jakarta.servlet.ServletInputStream;
import jakarta.servlet.ServletOutputStream;
import jakarta.servlet.WriteListener;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/// One servlet request and its response, without a container: bytes arrive and leave when the test says so.
final class FakeServlet {

    final List<String> fields = new ArrayList<>();
    final List<String> answered = new ArrayList<>();
    final ByteArrayOutputStream body = new ByteArrayOutputStream();
    volatile int status;
    volatile long length = -1;
    volatile boolean complete;
    volatile boolean writable = true;
    volatile WriteListener writeListener;
    /// What was written and not [#read].
    final AtomicInteger unread = new AtomicInteger();
    /// Written bytes that make it unwritable until some were read.
    volatile int room = Integer.MAX_VALUE;
    private final String method;
    private final String path;
    private final String query;
    private final Input input = new Input();

    FakeServlet(String method, String path, String query) {
        this.method = method;
        this.path = path;
        this.query = query;
        field("Host", "h");
    }

    FakeServlet field(String name, String value) {
        fields.add(name);
        fields.add(value);
        return this;
    }

    /// What the client sends next; `ended` when nothing follows.
    void arrive(String text, boolean ended) {
        synchronized (input) {
            input.pending.append(text);
            input.ended = ended;
        }
        try {
            if (input.listener != null) {
                input.listener.onDataAvailable();
            }
        } catch (java.io.IOException impossible) {
            throw new java.io.UncheckedIOException(impossible);
        }
    }

    void leave() {
        input.listener.onError(new java.io.IOException("Connection reset by peer"));
    }

    /// The client takes so much of what was written; there is room for more when it has nearly all of it.
    void read(int bytes) throws java.io.IOException {
        unread.updateAndGet(before -> Math.max(0, before - bytes));
        writeListener.onWritePossible();
    }

    /// The client takes bytes again.
    void readOn() throws java.io.IOException {
        writable = true;
        writeListener.onWritePossible();
    }

    String text() {
        return body.toString(StandardCharsets.ISO_8859_1);
    }

    HttpServletRequest request() {
        return proxy(
                HttpServletRequest.class,
                Map.ofEntries(
                        Map.entry("getMethod", _ -> method),
                        Map.entry("getRequestURI", _ -> path),
                        Map.entry("getQueryString", _ -> query),
                        Map.entry("getProtocol", _ -> "HTTP/1.1"),
                        Map.entry("getHeaderNames", _ -> Collections.enumeration(names())),
                        Map.entry("getHeaders", arguments -> Collections.enumeration(values((String) arguments[0]))),
                        Map.entry("getRemoteAddr", _ -> "127.0.0.2"),
                        Map.entry("getLocalAddr", _ -> "127.0.0.1"),
                        Map.entry("getRemotePort", _ -> 1234),
                        Map.entry("getLocalPort", _ -> 80),
                        Map.entry("isSecure", _ -> false),
                        Map.entry("getInputStream", _ -> input),
                        Map.entry("startAsync", _ -> async())));
    }

    private List<String> names() {
        List<String> names = new ArrayList<>();
        for (int at = 0; at < fields.size(); at += 2) {
            if (!names.contains(fields.get(at))) {
                names.add(fields.get(at));
            }
        }
        return names;
    }

    private List<String> values(String name) {
        List<String> values = new ArrayList<>();
        for (int at = 0; at < fields.size(); at += 2) {
            if (fields.get(at).equals(name)) {
                values.add(fields.get(at + 1));
            }
        }
        return values;
    }

    private AsyncContext async() {
        HttpServletResponse response = response();
        return proxy(
                AsyncContext.class,
                Map.of(
                        "setTimeout", _ -> null,
                        "getResponse", _ -> response,
                        "complete",
                                _ -> {
                                    complete = true;
                                    return null;
                                }));
    }

    HttpServletResponse response() {
        Output output = new Output();
        return proxy(
                HttpServletResponse.class,
                Map.of(
                        "setStatus",
                                arguments -> {
                                    status = (int) arguments[0];
                                    return null;
                                },
                        "addHeader", arguments -> answered.add(arguments[0] + ": " + arguments[1]),
                        "setHeader",
                                arguments -> {
                                    answered.add(arguments[0] + ": " + arguments[1]);
                                    return null;
                                },
                        "setContentLengthLong",
                                arguments -> {
                                    length = (long) arguments[0];
                                    return null;
                                },
                        "setContentLength",
                                arguments -> {
                                    length = (int) arguments[0];
                                    return null;
                                },
                        "getOutputStream", _ -> output));
    }

    private static <T> T proxy(Class<T> type, Map<String, Function<Object[], Object>> methods) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (_, method, arguments) -> {
                    Function<Object[], Object> known = methods.get(method.getName());
                    if (known == null) {
                        throw new UnsupportedOperationException(method.toString());
                    }
                    Object result = known.apply(arguments);
                    return method.getReturnType() == void.class ? null : result;
                }));
    }

    private static final class Input extends ServletInputStream {
        final StringBuilder pending = new StringBuilder();
        boolean ended;
        ReadListener listener;

        @Override
        public synchronized boolean isReady() {
            return !pending.isEmpty() || ended;
        }

        @Override
        public synchronized int read(byte[] into) {
            if (pending.isEmpty()) {
                return -1;
            }
            byte[] bytes = pending.toString().getBytes(StandardCharsets.ISO_8859_1);
            int length = Math.min(into.length, bytes.length);
            System.arraycopy(bytes, 0, into, 0, length);
            pending.delete(0, length);
            return length;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("read in pieces");
        }

        @Override
        public synchronized boolean isFinished() {
            return pending.isEmpty() && ended;
        }

        @Override
        public void setReadListener(ReadListener given) {
            listener = given;
        }
    }

    private final class Output extends ServletOutputStream {
        @Override
        public boolean isReady() {
            return writable && unread.get() < room;
        }

        @Override
        public void write(byte[] bytes, int from, int count) {
            unread.addAndGet(count);
            body.write(bytes, from, count);
        }

        @Override
        public void write(int b) {
            body.write(b);
        }

        @Override
        public void setWriteListener(WriteListener given) {
            writeListener = given;
            try {
                given.onWritePossible();
            } catch (java.io.IOException impossible) {
                throw new java.io.UncheckedIOException(impossible);
            }
        }
    }
}
