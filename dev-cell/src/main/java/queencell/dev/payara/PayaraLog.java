package queencell.dev.payara;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import queencell.dev.process.LogCause;

/// Reads why an application did not come up, because Payara itself stays up then and says nothing by its status.
public final class PayaraLog implements LogCause {

    private static final Pattern OWN_ERROR = Pattern.compile("Z ERROR (\\S+ event=.*)|\"level\":\"error\".*");
    private static final Pattern CAUSE = Pattern.compile("^Caused by: (?:[\\w.$]+\\.)?([\\w$]+(?:: .*)?)$");
    private static final Pattern SEVERE = Pattern.compile(" SEVERE \\S+ (.+)$");
    private static final String DEPLOYMENT_FAILED = "Exception while loading the app";
    private static final Pattern REFUSED = Pattern.compile(
            "does not exist$|Cannot deploy|Error occurred during deployment|Deployed 0 archive|UnsupportedClassVersionError");

    @Override
    public boolean broken(List<String> lines) {
        return lines.stream()
                .anyMatch(line -> line.contains(DEPLOYMENT_FAILED)
                        || line.contains(" SEVERE ") && REFUSED.matcher(line).find());
    }

    /// The application's own error line, else the innermost cause of the first stack trace, else the first line of
    /// level SEVERE.
    @Override
    public Optional<String> of(List<String> lines) {
        return last(lines, OWN_ERROR).or(() -> innermostCause(lines)).or(() -> first(lines, SEVERE));
    }

    private static Optional<String> last(List<String> lines, Pattern shape) {
        return first(lines.reversed(), shape);
    }

    private static Optional<String> first(List<String> lines, Pattern shape) {
        return lines.stream()
                .map(shape::matcher)
                .filter(Matcher::find)
                .findFirst()
                .map(found -> found.group(found.group(1) == null ? 0 : 1));
    }

    private static Optional<String> innermostCause(List<String> lines) {
        String innermost = null;
        for (String line : lines) {
            Matcher cause = CAUSE.matcher(line);
            if (cause.find()) {
                innermost = cause.group(1);
            } else if (innermost != null && !line.startsWith("\t")) {
                break;
            }
        }
        return Optional.ofNullable(innermost);
    }
}
