package queencell.settings;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// Renders the reference page `docs/configuration.md` from settings records, and reads the known names out of them.
///
/// The page has one section per application, between two marker comments; the application's own test compares it.
public final class ConfigurationPage {

    private ConfigurationPage() {}

    /// Every environment name that these records declare.
    public static List<String> names(List<Class<? extends Record>> records) {
        return records.stream()
                .flatMap(ConfigurationPage::settings)
                .map(component -> component.getAnnotation(Setting.class).env())
                .toList();
    }

    /// `page` with the section called `name` replaced, or appended where it was not there.
    public static String withSection(String page, String name, List<Class<? extends Record>> records) {
        String begin = "<!-- " + name + ": generated from the settings records, do not edit -->\n";
        String end = "<!-- " + name + ": end -->\n";
        String section = begin + tables(records) + end;
        int from = page.indexOf(begin);
        int to = page.indexOf(end);
        if (from < 0 || to < from) {
            return page + "\n" + section;
        }
        return page.substring(0, from) + section + page.substring(to + end.length());
    }

    private static String tables(List<Class<? extends Record>> records) {
        var text = new StringBuilder();
        for (Class<? extends Record> type : records) {
            text.append("\n### ").append(heading(type)).append("\n\n");
            text.append("| Variable | Default | Range | Meaning |\n| --- | --- | --- | --- |\n");
            settings(type).map(ConfigurationPage::row).forEach(text::append);
        }
        return text.append('\n').toString();
    }

    private static String heading(Class<?> type) {
        String words = type.getSimpleName().replaceAll("Settings$", "").replaceAll("(?<=[a-z])(?=[A-Z])", " ");
        return words.substring(0, 1) + words.substring(1).toLowerCase(java.util.Locale.ROOT);
    }

    private static String row(RecordComponent component) {
        Setting setting = component.getAnnotation(Setting.class);
        String says = component.getAnnotation(Says.class).value();
        return "| `%s` | %s | %s | %s |\n"
                .formatted(setting.env(), defaultOf(setting), rangeOf(component, setting), says.replace("|", "\\|"));
    }

    private static String defaultOf(Setting setting) {
        if (!setting.defaultSays().isEmpty()) {
            return setting.defaultSays();
        }
        return setting.byDefault().isEmpty() ? "unset" : "`" + setting.byDefault() + "`";
    }

    private static String rangeOf(RecordComponent component, Setting setting) {
        Class<?> type = component.getType();
        if (type == boolean.class) {
            return "`true` or `false`";
        }
        if (type == List.class) {
            return "comma-separated list";
        }
        if (type == Secret.class) {
            return "text (secret)";
        }
        if (type == String.class || type == Optional.class) {
            return "text";
        }
        String unit = type != Duration.class ? "" : setting.env().endsWith("_S") ? " s" : " ms";
        boolean below = setting.min() != Long.MIN_VALUE;
        boolean above = setting.max() != Long.MAX_VALUE;
        if (below && above) {
            return "%d to %d%s".formatted(setting.min(), setting.max(), unit);
        }
        if (below) {
            return "%d%s or more".formatted(setting.min(), unit);
        }
        return above ? "%d%s or less".formatted(setting.max(), unit) : unit.isEmpty() ? "whole number" : "whole" + unit;
    }

    private static Stream<RecordComponent> settings(Class<? extends Record> type) {
        return Arrays.stream(type.getRecordComponents());
    }
}
