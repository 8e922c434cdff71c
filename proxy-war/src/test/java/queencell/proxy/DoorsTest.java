package queencell.proxy;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.conditions.ArchPredicates.are;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import jakarta.enterprise.concurrent.ManagedExecutorService;
import java.time.Clock;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/// The room table of this WAR (ARCHITECTURE.md): which room may open the door to which.
///
/// A room that is not built yet has its row here already.
@AnalyzeClasses(packages = "queencell.proxy", importOptions = ImportOption.DoNotIncludeTests.class)
class DoorsTest {
    private static final String JPA = "jakarta.persistence..";
    private static final String NETTY = "io.netty..";
    private static final String JACKSON_CORE = "com.fasterxml.jackson.core..";

    /// Every room may log, measure, read its settings, name a server, and tell of a fault that ends the process.
    private static final String[] EVERYWHERE = {
        "java..",
        "queencell.settings..",
        "queencell.log..",
        "queencell.metric..",
        "queencell.address..",
        "queencell.process..",
        "org.jspecify.."
    };

    /// What a container-managed class is made of; no room of ours, so no door.
    private static final String[] CONTAINER = {
        "jakarta.annotation..",
        "jakarta.ejb..",
        "jakarta.enterprise..",
        "jakarta.inject..",
        "jakarta.transaction..",
        "javax.sql..",
        "org.postgresql..",
        "com.github.benmanes.caffeine..",
        "io.micrometer.."
    };

    /// The database of the proxy, what keeps its background tasks alive, and work side by side.
    private static final String[] KEEPING = {"queencell.proxy.database..", "queencell.proxy.task..", "queencell.task.."
    };

    private static final String[] JAX_RS = {"jakarta.ws.rs..", "org.glassfish.jersey..", "jakarta.json.."};

    /// The listener for changes, and the warm-up: each is begun once and runs for long.
    private static final Set<String> ONCE = Set.of(
            "queencell.proxy.cluster.ClusterState.listen(java.util.List)", "queencell.proxy.start.ProxyStart.begin()");

    private static final Set<Class<?>> CLOCKS = Set.of(
            Clock.class,
            Instant.class,
            LocalDate.class,
            LocalDateTime.class,
            OffsetDateTime.class,
            ZonedDateTime.class);

    @ArchTest
    static final ArchRule route_is_pure_and_opens_no_door = pureRoom("route");

    /// No library's reader: its table of names is the sender's to fill, and names that collide there take minutes.
    @ArchTest
    static final ArchRule inspect_is_pure_and_opens_json = pureRoom("inspect", "queencell.json..");

    @ArchTest
    static final ArchRule cluster_opens_JPA_and_reads_two_JSON_columns =
            room("cluster", both(CONTAINER, KEEPING), JPA, JACKSON_CORE, "queencell.proxy.route..");

    @ArchTest
    static final ArchRule access_opens_cluster_signin_and_JPA = room(
            "access",
            both(CONTAINER, KEEPING),
            JPA,
            "com.fasterxml.jackson..",
            "queencell.proxy.cluster..",
            "queencell.proxy.route..",
            "queencell.signin..");

    @ArchTest
    static final ArchRule limit_opens_cluster = room("limit", CONTAINER, "queencell.proxy.cluster..");

    @ArchTest
    static final ArchRule registry_opens_cluster_broker_and_what_a_request_names = room(
            "registry",
            both(CONTAINER, KEEPING),
            JPA,
            "queencell.proxy.cluster..",
            "queencell.proxy.inspect..",
            "queencell.proxy.limit..",
            "queencell.broker..");

    @ArchTest
    static final ArchRule forward_opens_Netty_and_the_listener_it_answers_to =
            room("forward", CONTAINER, NETTY, "queencell.listener..");

    @ArchTest
    static final ArchRule meter_opens_cluster_and_the_classes_it_counts_by = room(
            "meter",
            both(CONTAINER, KEEPING),
            JPA,
            "com.fasterxml.jackson..",
            "queencell.proxy.cluster..",
            "queencell.proxy.limit..",
            "queencell.proxy.route..");

    @ArchTest
    static final ArchRule state_opens_the_rooms_it_tells_of = room(
            "state",
            both(CONTAINER, KEEPING),
            "jakarta.servlet..",
            "com.fasterxml.jackson..",
            "queencell.proxy.cluster..",
            "queencell.proxy.limit..",
            "queencell.proxy.meter..",
            "queencell.proxy.registry..",
            "queencell.broker..",
            "queencell.web..");

    @ArchTest
    static final ArchRule database_opens_no_room_of_the_proxy = room(
            "database",
            CONTAINER,
            JPA,
            "com.zaxxer.hikari..",
            "org.eclipse.persistence..",
            "queencell.database..",
            "queencell.schema..");

    @ArchTest
    static final ArchRule task_opens_no_room_of_the_proxy = room("task", CONTAINER);

    @ArchTest
    static final ArchRule auth_opens_what_signing_in_needs = room(
            "auth",
            both(CONTAINER, JAX_RS),
            JPA,
            "com.fasterxml.jackson..",
            "queencell.proxy.access..",
            "queencell.proxy.cluster..",
            "queencell.proxy.database..",
            "queencell.signin..",
            "queencell.web..");

    @ArchTest
    static final ArchRule console_opens_the_rooms_it_shows = room("console", both(CONTAINER, JAX_RS), shown());

    @ArchTest
    static final ArchRule operator_opens_the_rooms_it_shows = room("operator", both(CONTAINER, JAX_RS), shown());

    @ArchTest
    static final ArchRule pipeline_opens_every_room_of_the_proxy = room(
            "pipeline",
            both(CONTAINER, JAX_RS),
            NETTY,
            "queencell.proxy..",
            "queencell.listener..",
            "queencell.signin..",
            "queencell.web..");

    @ArchTest
    static final ArchRule rehearsal_opens_the_data_path = room(
            "rehearsal",
            both(CONTAINER, JAX_RS),
            "queencell.proxy.access..",
            "queencell.proxy.cluster..",
            "queencell.proxy.forward..",
            "queencell.proxy.limit..",
            "queencell.proxy.meter..",
            "queencell.proxy.pipeline..",
            "queencell.proxy.registry..",
            "queencell.listener..",
            "queencell.signin..");

    @ArchTest
    static final ArchRule no_room_looks_into_the_rehearsal = noClasses()
            .that(resideInAPackage("queencell.proxy.."))
            .and(are(DescribedPredicate.not(
                    resideInAnyPackage("queencell.proxy.rehearsal..", "queencell.proxy.start.."))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("queencell.proxy.rehearsal..")
            .because("a rehearsal is begun by room proxy.start and known to no other")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule no_room_looks_into_the_pipeline = noClasses()
            .that(resideInAPackage("queencell.proxy.."))
            .and(are(DescribedPredicate.not(resideInAnyPackage(
                    "queencell.proxy.pipeline..", "queencell.proxy.rehearsal..", "queencell.proxy.start.."))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("queencell.proxy.pipeline..")
            .because(
                    "room proxy.pipeline calls the others, never the other way round; only proxy.start puts it together, and proxy.rehearsal does so for a rehearsal")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule no_room_looks_into_the_start = noClasses()
            .that(resideInAPackage("queencell.proxy.."))
            .and(are(DescribedPredicate.not(resideInAPackage("queencell.proxy.start.."))))
            .should()
            .dependOnClassesThat()
            .resideInAPackage("queencell.proxy.start..")
            .because("room proxy.start builds the others and is known to none")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule pure_rooms_take_time_as_an_argument = noClasses()
            .that()
            .resideInAnyPackage("queencell.proxy.route..", "queencell.proxy.inspect..")
            .should()
            .accessTargetWhere(readsAClock())
            .because(
                    "rooms proxy.route and proxy.inspect are pure: time included, they take what they need as arguments")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule limits_take_time_as_an_argument = noClasses()
            .that()
            .resideInAPackage("queencell.proxy.limit..")
            .and()
            .areNotAnnotatedWith("jakarta.ejb.Singleton")
            .should()
            .accessTargetWhere(readsAClock())
            .because("in room proxy.limit only the EJB that owns the state hands out the clock")
            .allowEmptyShould(true);

    @ArchTest
    static final ArchRule what_requests_wait_for_runs_where_the_context_was_captured_once = noClasses()
            .should()
            .accessFieldWhere(handsMoreThanWhatComesOnceToAManagedExecutor())
            .because("a managed executor captures the context at every task, which costs more than a request:"
                    + " look-ups run on the threads of proxy.task.VirtualThreads");

    private static DescribedPredicate<JavaFieldAccess> handsMoreThanWhatComesOnceToAManagedExecutor() {
        return DescribedPredicate.describe(
                "hand more to a managed executor than what comes once",
                access -> access.getTarget().getRawType().isEquivalentTo(ManagedExecutorService.class)
                        && !ONCE.contains(access.getOrigin().getFullName()));
    }

    private static String[] shown() {
        return new String[] {
            JACKSON_CORE,
            "com.fasterxml.jackson..",
            "queencell.proxy.access..",
            "queencell.proxy.auth..",
            "queencell.proxy.cluster..",
            "queencell.proxy.limit..",
            "queencell.proxy.meter..",
            "queencell.proxy.registry..",
            "queencell.proxy.route..",
            "queencell.signin..",
            "queencell.web.."
        };
    }

    private static ArchRule pureRoom(String room, String... doors) {
        return classes()
                .that()
                .resideInAPackage("queencell.proxy.%s..".formatted(room))
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(both(new String[] {"java..", "queencell.proxy.%s..".formatted(room)}, doors))
                .because("room proxy.%s is pure: it takes what it needs as arguments".formatted(room))
                .allowEmptyShould(true);
    }

    private static ArchRule room(String room, String[] made, String... doors) {
        String[] itself = {"queencell.proxy.%s..".formatted(room)};
        return classes()
                .that()
                .resideInAPackage(itself[0])
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(both(both(EVERYWHERE, made), both(itself, doors)))
                .because("room proxy.%s opens no other door: change the picture in ARCHITECTURE.md first"
                        .formatted(room))
                .allowEmptyShould(true);
    }

    private static DescribedPredicate<JavaAccess<?>> readsAClock() {
        return DescribedPredicate.describe("reads a clock", access -> {
            String name = access.getTarget().getName();
            JavaClass owner = access.getTargetOwner();
            boolean isSystemTime =
                    owner.isEquivalentTo(System.class) && (name.equals("nanoTime") || name.equals("currentTimeMillis"));
            boolean isNow = CLOCKS.stream().anyMatch(owner::isEquivalentTo)
                    && (name.equals("now") || name.startsWith("system"));
            return isSystemTime || isNow;
        });
    }

    private static String[] both(String[] some, String[] more) {
        List<String> all = new ArrayList<>(List.of(some));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }
}
