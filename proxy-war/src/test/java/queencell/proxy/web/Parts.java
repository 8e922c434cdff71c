package queencell.proxy.web;

import jakarta.inject.Inject;
import java.lang.reflect.Constructor;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/// Makes beans by their injecting constructor, as the container does: each once, from parts that are given or made.
final class Parts {
    private final Map<Class<?>, Object> known = new HashMap<>();

    <T> Parts with(Class<T> type, T part) {
        known.put(type, part);
        return this;
    }

    <T> T get(Class<T> type) {
        Object part = known.get(type);
        if (part == null) {
            part = make(type);
            known.put(type, part);
        }
        return type.cast(part);
    }

    private Object make(Class<?> type) {
        try {
            Constructor<?> constructor = Arrays.stream(type.getDeclaredConstructors())
                    .filter(each -> each.isAnnotationPresent(Inject.class) || each.getParameterCount() == 0)
                    .findFirst()
                    .orElseThrow(() -> new IllegalStateException(type + " has no part and no injecting constructor"));
            constructor.setAccessible(true);
            return constructor.newInstance(Arrays.stream(constructor.getParameterTypes())
                    .map(this::get)
                    .toArray());
        } catch (ReflectiveOperationException failed) {
            throw new IllegalStateException(type.getName(), failed);
        }
    }
}
