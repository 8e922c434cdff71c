package queencell.dev.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import queencell.dev.CallerEnvironment;
import queencell.dev.CellFault;
import queencell.dev.Endpoint;
import queencell.dev.Part;
import queencell.dev.process.Child;
import queencell.dev.process.Executables;
import queencell.dev.process.LogCause;

/// The cell's own PostgreSQL: made once, started as often as wanted on the same data.
///
/// `initdb` and `postgres` are called directly, because the library that brings the programs is made for servers that
/// are thrown away with the JVM that started them. The password is random and lives beside the data.
public final class EmbeddedPostgres {

    private static final String USER = "postgres";

    private final Path programs;
    private final Path folder;
    private final CallerEnvironment caller;
    private final boolean durable;

    /// @param programs where the programs are unpacked; cells may share it
    /// @param folder where this server keeps data and password
    /// @param durable `fsync` on; only a cell that is thrown away may do without
    public EmbeddedPostgres(Path programs, Path folder, CallerEnvironment caller, boolean durable) {
        this.programs = programs;
        this.folder = folder;
        this.caller = caller;
        this.durable = durable;
    }

    /// Starts the server and waits until it answers; makes the data folder first where there is none.
    public Child start(Endpoint endpoint, Path log) {
        Path unpacked = PostgresBinaries.unpackedIn(programs);
        List<String> prefix = programsMayRun();
        if (!Files.exists(data().resolve("PG_VERSION"))) {
            makeData(unpacked, prefix);
        }
        var command = new ArrayList<>(prefix);
        command.addAll(List.of(unpacked.resolve("bin/postgres").toString(), "-D", data().toString()));
        command.addAll(settings(endpoint));
        return Child.start(Part.POSTGRES, command, environment(), folder, log);
    }

    /// Waits until a started server answers on its own database.
    public void await(Child child, Endpoint endpoint) {
        PostgresAddress address = address(endpoint);
        child.await(
                () -> Databases.answers(address), LogCause.lastLineWith("FATAL:", "PANIC:"), Duration.ofSeconds(60));
    }

    public PostgresAddress address(Endpoint endpoint) {
        return new PostgresAddress(endpoint.host(), endpoint.port(), USER, password(), USER, Map.of());
    }

    private List<String> settings(Endpoint endpoint) {
        var settings = new ArrayList<String>();
        setting(settings, "listen_addresses", endpoint.host());
        setting(settings, "port", Integer.toString(endpoint.port()));
        setting(settings, "max_connections", "100");
        // no socket file: its path may not be longer than 107 bytes, and ours can be anywhere
        setting(settings, "unix_socket_directories", "");
        setting(settings, "timezone", "UTC");
        setting(settings, "log_timezone", "UTC");
        if (!durable) {
            // and no more than this: what was committed must outlive a kill of the server, tests do that
            setting(settings, "fsync", "off");
        }
        return settings;
    }

    private static void setting(List<String> settings, String name, String value) {
        settings.add("-c");
        settings.add(name + "=" + value);
    }

    private void makeData(Path unpacked, List<String> prefix) {
        try {
            PostgresBinaries.remove(data());
            writePassword();
        } catch (IOException denied) {
            throw new CellFault(
                    "The database folder %s cannot be made: %s. Make its parent writable."
                            .formatted(data(), denied.getMessage()),
                    denied);
        }
        var command = new ArrayList<>(prefix);
        command.addAll(List.of(
                unpacked.resolve("bin/initdb").toString(),
                "--pgdata=" + data(),
                "--username=" + USER,
                "--pwfile=" + passwordFile(),
                "--auth=scram-sha-256",
                "--encoding=UTF8",
                "--locale=C",
                "--locale-provider=builtin",
                "--builtin-locale=C.UTF-8"));
        if (!durable) {
            command.add("--no-sync");
        }
        Executables.Answer made = Executables.ask(command, environment(), Duration.ofMinutes(2));
        if (!made.good()) {
            throw CellFault.of(
                    "initdb could not make %s: %s. Delete that folder and call ./cell up again, or set PXDB_HOST to a "
                            + "PostgreSQL of your own.",
                    data(), lastLine(made.output()));
        }
    }

    /// PostgreSQL refuses to run as root; in a user namespace without a mapping it sees another account.
    private List<String> programsMayRun() {
        if (!Executables.ask(List.of("id", "-u"), environment(), Duration.ofSeconds(5))
                .output()
                .strip()
                .equals("0")) {
            return List.of();
        }
        Optional<Path> unshare = Executables.onPath("unshare", caller);
        boolean allowed = unshare.isPresent()
                && Executables.ask(
                                List.of(unshare.get().toString(), "-U", "true"), environment(), Duration.ofSeconds(5))
                        .good();
        if (!allowed) {
            throw new CellFault("PostgreSQL does not run as root, and `unshare -U` is not possible here: call ./cell "
                    + "from another account, or set PXDB_HOST, PXDB_PORT, PXDB_USER and PXDB_PASSWORD to a PostgreSQL "
                    + "that runs.");
        }
        return List.of(unshare.get().toString(), "-U");
    }

    /// The server must not see `PG*` of the caller, and its messages must be the ones that are looked for.
    private Map<String, String> environment() {
        Map<String, String> environment = caller.forAnyProgram();
        environment.keySet().removeIf(name -> name.startsWith("LC_") || name.startsWith("LANG") || name.equals("TZ"));
        environment.put("LC_ALL", "C");
        return environment;
    }

    private Path data() {
        return folder.resolve("data");
    }

    private Path passwordFile() {
        return folder.resolve("password");
    }

    private void writePassword() throws IOException {
        byte[] random = new byte[16];
        new SecureRandom().nextBytes(random);
        Files.deleteIfExists(passwordFile());
        Files.createFile(
                passwordFile(), PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
        Files.writeString(passwordFile(), HexFormat.of().formatHex(random));
    }

    private String password() {
        try {
            return Files.readString(passwordFile()).strip();
        } catch (IOException lost) {
            throw new CellFault(
                    "The password of the cell's PostgreSQL cannot be read from %s: call ./cell reset, which begins with "
                                    .formatted(passwordFile())
                            + "empty data.",
                    lost);
        }
    }

    private static String lastLine(String output) {
        return output.strip().lines().reduce((first, second) -> second).orElse("it said nothing");
    }
}
