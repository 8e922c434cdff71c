package queencell.gate.api;

import java.util.Optional;

/// The version of this build.
final class BuildVersion {

    private BuildVersion() {}

    static String text() {
        return Optional.ofNullable(BuildVersion.class.getPackage().getImplementationVersion())
                .orElse("1.0.0");
    }
}
