package queencell.log;

import java.time.Instant;

/// `2026-11-30T07:20:01.123Z INFO limits event=limit_refused cluster=acme rid=…`; values with blanks are quoted.
final class TextLine {

    private TextLine() {}

    static String of(Instant at, EventLog.Level level, String target, String event, Throwable fault, Field... fields) {
        var line = new StringBuilder(160);
        line.append(at)
                .append(' ')
                .append(level)
                .append(' ')
                .append(target)
                .append(" event=")
                .append(event);
        for (Field field : fields) {
            line.append(' ').append(field.name()).append('=').append(quoted(String.valueOf(field.value())));
        }
        if (fault != null) {
            line.append(" fault=").append(quoted(Faults.chain(fault)));
            Faults.origin(fault).ifPresent(at_ -> line.append(" at=").append(at_));
        }
        return line.toString();
    }

    private static String quoted(String value) {
        boolean plain = !value.isEmpty();
        for (int i = 0; i < value.length() && plain; i++) {
            char c = value.charAt(i);
            plain = c > ' ' && c != '"' && c != '=' && c != '\\' && c != 0x7f;
        }
        return plain ? value : JsonLine.quoted(value);
    }
}
