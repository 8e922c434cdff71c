package queencell.dev.process;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import queencell.dev.CallerEnvironment;

/// Puts a child into a session of its own, so that Ctrl-C and a closed terminal reach the launcher alone, which then
/// ends its children in order.
public final class Session {

    private static final String PERL = "use POSIX; POSIX::setsid(); exec { $ARGV[0] } @ARGV or die $!";

    private Session() {}

    /// The command behind `setsid` (Linux) or three words of Perl (macOS); as it is where neither exists. Both replace
    /// themselves by the program, so the process number stays the child's.
    public static List<String> own(List<String> command, CallerEnvironment caller) {
        var wrapped = new ArrayList<String>();
        Optional<Path> setsid = Executables.onPath("setsid", caller);
        Optional<Path> perl = Executables.onPath("perl", caller);
        if (setsid.isPresent()) {
            wrapped.add(setsid.get().toString());
        } else if (perl.isPresent()) {
            wrapped.addAll(List.of(perl.get().toString(), "-e", PERL));
        }
        wrapped.addAll(command);
        return wrapped;
    }
}
