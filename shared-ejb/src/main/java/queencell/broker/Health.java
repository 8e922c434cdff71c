package queencell.broker;

/// What `GET /health` says (wire, 16).
///
/// @param healthy the broker has its database
/// @param version such as `1.3.0`; empty when not said
public record Health(boolean healthy, String version) {

    /// True when the version is `major.minor` or newer; false for a version that cannot be read.
    public boolean atLeast(int major, int minor) {
        String[] parts = version.split("[.+-]");
        try {
            int first = Integer.parseInt(parts[0]);
            return first > major || (first == major && parts.length > 1 && Integer.parseInt(parts[1]) >= minor);
        } catch (NumberFormatException unknown) {
            return false;
        }
    }
}
