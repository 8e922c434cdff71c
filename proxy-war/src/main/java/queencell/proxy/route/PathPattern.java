package queencell.proxy.route;

/// One path of the route table, matched on the raw path.
sealed interface PathPattern {

    boolean matches(String path);

    /// Whether some path that starts with `start` could match.
    boolean mayMatchBelow(String start);

    static PathPattern exactly(String path) {
        return new Exact(path);
    }

    /// Matches at a segment boundary (A3): `/a/b` is itself and what stands below it, `/a/b/` only the latter.
    static PathPattern prefix(String prefix) {
        return prefix.endsWith("/") ? new Below(prefix, false) : new Below(prefix + "/", true);
    }

    /// Matches as many segments as it has; `{}` stands for any segment that is not empty.
    static PathPattern shape(String shape) {
        return new Shape(shape);
    }

    record Exact(String path) implements PathPattern {
        @Override
        public boolean matches(String candidate) {
            return path.equals(candidate);
        }

        @Override
        public boolean mayMatchBelow(String start) {
            return path.startsWith(start);
        }
    }

    /// @param folder ends with a slash
    record Below(String folder, boolean itself) implements PathPattern {
        @Override
        public boolean matches(String candidate) {
            return candidate.startsWith(folder)
                    || (itself && candidate.length() == folder.length() - 1 && folder.startsWith(candidate));
        }

        @Override
        public boolean mayMatchBelow(String start) {
            return folder.startsWith(start) || start.startsWith(folder);
        }
    }

    record Shape(String shape) implements PathPattern {
        @Override
        public boolean matches(String candidate) {
            int at = 0;
            int in = 0;
            while (in < shape.length()) {
                if (shape.startsWith("{}", in)) {
                    int end = candidate.indexOf('/', at);
                    end = end < 0 ? candidate.length() : end;
                    if (end == at) {
                        return false;
                    }
                    at = end;
                    in += 2;
                } else if (at < candidate.length() && candidate.charAt(at) == shape.charAt(in)) {
                    at++;
                    in++;
                } else {
                    return false;
                }
            }
            return at == candidate.length();
        }

        @Override
        public boolean mayMatchBelow(String start) {
            String literal = shape.substring(0, shape.indexOf("{}"));
            return literal.startsWith(start) || start.startsWith(literal);
        }
    }
}
