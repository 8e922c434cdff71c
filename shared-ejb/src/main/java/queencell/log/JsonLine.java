package queencell.log;

import java.time.Instant;

/// The same event as one JSON object per line.
final class JsonLine {

    private JsonLine() {}

    static String of(Instant at, EventLog.Level level, String target, String event, Throwable fault, Field... fields) {
        var line = new StringBuilder(200);
        line.append("{\"at\":\"").append(at).append("\",\"level\":\"").append(EventSink.levelText(level));
        line.append("\",\"target\":")
                .append(quoted(target))
                .append(",\"event\":")
                .append(quoted(event));
        for (Field field : fields) {
            line.append(',').append(quoted(field.name())).append(':');
            switch (field.value()) {
                case null -> line.append("null");
                case Integer number -> line.append(number);
                case Long number -> line.append(number);
                case Boolean flag -> line.append(flag);
                case Object other -> line.append(quoted(other.toString()));
            }
        }
        if (fault != null) {
            line.append(",\"fault\":").append(quoted(Faults.chain(fault)));
            Faults.origin(fault)
                    .ifPresent(origin -> line.append(",\"at_code\":").append(quoted(origin)));
        }
        return line.append('}').toString();
    }

    static String quoted(String value) {
        var text = new StringBuilder(value.length() + 2).append('"');
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            switch (c) {
                case '"' -> text.append("\\\"");
                case '\\' -> text.append("\\\\");
                case '\n' -> text.append("\\n");
                case '\r' -> text.append("\\r");
                case '\t' -> text.append("\\t");
                default -> {
                    if (c < ' ' || c == 0x7f) {
                        text.append("\\u%04x".formatted((int) c));
                    } else {
                        text.append(c);
                    }
                }
            }
        }
        return text.append('"').toString();
    }
}
