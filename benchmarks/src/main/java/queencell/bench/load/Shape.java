package queencell.bench.load;

import java.nio.file.Path;
import java.util.Optional;

/// One kind of request and the answer that every one of them must get.
///
/// @param body file with the body; empty for none
/// @param length bytes of the answer's body
record Shape(String name, String method, String target, Optional<Path> body, int status, long length) {}
