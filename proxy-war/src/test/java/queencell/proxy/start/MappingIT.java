package queencell.proxy.start;

import static org.junit.jupiter.api.Assertions.assertEquals;

import jakarta.inject.Inject;
import jakarta.persistence.EntityManagerFactory;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.sql.Connection;
import java.util.List;
import java.util.TreeSet;
import org.jboss.arquillian.container.test.api.Deployment;
import org.jboss.arquillian.junit5.container.annotation.ArquillianTest;
import org.jboss.shrinkwrap.api.ShrinkWrap;
import org.jboss.shrinkwrap.api.asset.StringAsset;
import org.jboss.shrinkwrap.api.spec.WebArchive;
import org.junit.jupiter.api.Test;
import queencell.proxy.database.Databases;
import queencell.proxy.database.Pxdb;
import queencell.proxy.database.PxdbServer;

/// What the running proxy believes of its tables, compared with what they are: inside Payara, with the WAR as it ships.
@ArquillianTest
class MappingIT {

    @Inject
    private Databases databases;

    /// The WAR that was just built, pointed at a database with the schema as the changelog makes it.
    @Deployment
    static WebArchive proxy() throws IOException {
        int door;
        try (var socket = new ServerSocket(0)) {
            door = socket.getLocalPort();
        }
        var settings = new StringBuilder();
        PxdbServer.running().properties().forEach((name, value) -> settings.append("%s=%s\n".formatted(name, value)));
        settings.append("queen.proxy.bind.addr=127.0.0.1\nqueen.proxy.port=%d\nqueen.proxy.spool.dir=%s\n"
                .formatted(door, new File("target/mapping-spool").getAbsolutePath()));
        return ShrinkWrap.createFromZipFile(WebArchive.class, new File("target/proxy-war.war"))
                .addClasses(MappingIT.class, Catalogue.class, Mapping.class)
                .addAsResource(new StringAsset(settings.toString()), "META-INF/microprofile-config.properties");
    }

    @Test
    void a_column_that_is_gone_renamed_of_another_type_or_nullability_must_fail_the_build() throws Exception {
        Pxdb pxdb = databases.pxdb().orElseThrow();
        List<String> drift;
        try (Connection connection = pxdb.pool().getConnection()) {
            drift = Mapping.of(pxdb).driftFrom(Catalogue.read(connection, "queen_proxy"));
        }
        assertEquals("", String.join("\n", drift));
    }

    @Test
    void every_entity_of_every_room_must_be_known_to_the_running_unit() {
        var mapped = new TreeSet<>(Mapping.of(databases.pxdb().orElseThrow()).tables());
        assertEquals(
                "[api_keys, cells, cluster_roles, clusters, identities, plans, queues, revoked_tokens, tenants,"
                        + " usage_days, usage_minutes, users]",
                mapped.toString());
    }

    @Test
    void the_provider_must_not_make_or_change_tables() {
        EntityManagerFactory unit = databases.pxdb().orElseThrow().read(manager -> manager.getEntityManagerFactory());
        assertEquals("none", unit.getProperties().get("jakarta.persistence.schema-generation.database.action"));
        assertEquals("none", unit.getProperties().getOrDefault("eclipselink.ddl-generation", "none"));
    }
}
