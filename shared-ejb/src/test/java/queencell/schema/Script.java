package queencell.schema;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/// The scripts that ship beside the changelog and are no migrations.
final class Script {

    static final String GRANTS = read("grants.sql");
    static final String DEVELOPMENT_FIXTURE = read("development-fixture.sql");

    private Script() {}

    private static String read(String name) {
        try (var script = Script.class.getResourceAsStream("/liquibase/queen_proxy/" + name)) {
            return new String(script.readAllBytes(), StandardCharsets.UTF_8);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
