package queencell.settings;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import org.eclipse.microprofile.config.Config;
import org.eclipse.microprofile.config.ConfigProvider;

/// Reads settings records. Stateless but for the source of texts; any thread may use it.
///
/// A number that cannot be read counts as unset, one out of its bounds is clamped, a word that is neither `true` nor
/// `false` counts as `false`; each leaves a warning. Where a setting is `strict`, such a number ends the start with
/// [InvalidSettingException] instead (pipeline, 13 and 16).
public final class SettingsReader {
    private final Function<String, Optional<String>> source;
    private final List<String> warnings = new ArrayList<>();

    private SettingsReader(Function<String, Optional<String>> source) {
        this.source = source;
    }

    /// Reads from the MicroProfile Config of the application that calls.
    public static SettingsReader ofApplication() {
        SettingsReader configured = of(ConfigProvider.getConfig());
        // MicroProfile Config does not tell a variable that is empty from one that is not there
        return new SettingsReader(
                env -> configured.source.apply(env).or(() -> Optional.ofNullable(System.getenv(env))));
    }

    /// Reads from this configuration; texts are taken raw, since a password may hold `${`.
    public static SettingsReader of(Config config) {
        return new SettingsReader(
                env -> Optional.ofNullable(config.getConfigValue(keyOf(env)).getRawValue()));
    }

    /// Reads from a plain map of environment names; what tests and the launcher use.
    public static SettingsReader of(java.util.Map<String, String> environment) {
        return new SettingsReader(env -> Optional.ofNullable(environment.get(env)));
    }

    /// The MicroProfile Config key of an environment variable: one dot per word.
    public static String keyOf(String env) {
        return env.toLowerCase(Locale.ROOT).replace('_', '.');
    }

    /// Reads one record; every component must carry [Setting].
    ///
    /// @throws InvalidSettingException when a strict setting cannot be used
    public <R extends Record> R read(Class<R> type) {
        RecordComponent[] components = type.getRecordComponents();
        Object[] values = Arrays.stream(components).map(this::valueOf).toArray();
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        try {
            var constructor = type.getDeclaredConstructor(types);
            constructor.setAccessible(true);
            return constructor.newInstance(values);
        } catch (InvocationTargetException refused) {
            if (refused.getCause() instanceof InvalidSettingException invalid) {
                throw invalid;
            }
            throw new InvalidSettingException(
                    type.getSimpleName() + ": " + refused.getCause().getMessage());
        } catch (ReflectiveOperationException impossible) {
            throw new IllegalStateException(type + " is no readable settings record", impossible);
        }
    }

    /// What had to be mended so far, one sentence each; the start logs them.
    public List<String> warnings() {
        return List.copyOf(warnings);
    }

    private Object valueOf(RecordComponent component) {
        Setting setting = Objects.requireNonNull(
                component.getAnnotation(Setting.class), () -> component + " has no @Setting annotation");
        Optional<String> text = source.apply(setting.env()).filter(t -> !t.isEmpty() || setting.emptyCounts());
        Class<?> type = component.getType();
        if (type == boolean.class) {
            return isTrue(setting, text);
        }
        if (type == int.class) {
            return Math.toIntExact(number(setting, text, Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
        if (type == long.class) {
            return number(setting, text, Long.MIN_VALUE, Long.MAX_VALUE);
        }
        if (type == Duration.class) {
            long count = number(setting, text, 0, Long.MAX_VALUE / 1_000_000);
            return setting.env().endsWith("_S") ? Duration.ofSeconds(count) : Duration.ofMillis(count);
        }
        if (type == String.class) {
            return text.orElse(setting.byDefault());
        }
        if (type == Optional.class) {
            return text.or(() -> Optional.of(setting.byDefault()).filter(t -> !t.isEmpty()));
        }
        if (type == List.class) {
            return listOf(text.orElse(setting.byDefault()), setting.keepsCase());
        }
        if (type == Secret.class) {
            return new Secret(text.orElse(setting.byDefault()));
        }
        throw new IllegalStateException(component + ": settings cannot be of type " + type.getName());
    }

    /// Whoever writes `True` means it, and gets the opposite (pipeline, 16).
    private boolean isTrue(Setting setting, Optional<String> text) {
        String given = text.orElse(setting.byDefault());
        if (!given.equals("true") && !given.equals("false")) {
            warnings.add(
                    "%s is `%s`, which counts as `false`: write `true` or `false`".formatted(setting.env(), given));
        }
        return given.equals("true");
    }

    private static List<String> listOf(String text, boolean keepsCase) {
        return Arrays.stream(text.split(","))
                .map(String::strip)
                .map(part -> keepsCase ? part : part.toLowerCase(Locale.ROOT))
                .filter(part -> !part.isEmpty())
                .toList();
    }

    private long number(Setting setting, Optional<String> text, long lowest, long highest) {
        long min = Math.max(setting.min(), lowest);
        long max = Math.min(setting.max(), highest);
        long byDefault = Long.parseLong(setting.byDefault());
        if (text.isEmpty()) {
            return byDefault;
        }
        String given = text.get().strip();
        BigInteger value;
        try {
            value = new BigInteger(given);
        } catch (NumberFormatException notANumber) {
            mend(setting, "%s is `%s`, which is no whole number".formatted(setting.env(), given), byDefault, min, max);
            return byDefault;
        }
        long nearest =
                value.max(BigInteger.valueOf(min)).min(BigInteger.valueOf(max)).longValueExact();
        // a default may stand outside the bounds on purpose: it means "not set"
        if (value.equals(BigInteger.valueOf(byDefault))) {
            return byDefault;
        }
        if (!value.equals(BigInteger.valueOf(nearest))) {
            mend(setting, "%s is %s%s".formatted(setting.env(), value, beyondTelling(value, max)), nearest, min, max);
        }
        return nearest;
    }

    /// Bounds of what can be told at all are left out of [#bounds], where they would only puzzle.
    private static String beyondTelling(BigInteger value, long max) {
        boolean tooLarge = max >= Integer.MAX_VALUE && value.compareTo(BigInteger.valueOf(max)) > 0;
        return tooLarge ? ", which is too large: %d is the most".formatted(max) : "";
    }

    private void mend(Setting setting, String finding, long used, long min, long max) {
        String bounds = bounds(min, max);
        if (setting.strict()) {
            throw new InvalidSettingException(finding + ": give a whole number" + bounds);
        }
        warnings.add(finding + ": a whole number" + bounds + " is expected; " + used + " is used");
    }

    private static String bounds(long min, long max) {
        boolean below = min > Integer.MIN_VALUE;
        boolean above = max < Integer.MAX_VALUE;
        if (below && above) {
            return " from %d to %d".formatted(min, max);
        }
        if (below) {
            return ", %d or more".formatted(min);
        }
        return above ? ", %d or less".formatted(max) : "";
    }
}
