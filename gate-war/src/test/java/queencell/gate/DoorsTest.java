package queencell.gate;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.tngtech.archunit.base.DescribedPredicate;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.properties.HasName;
import com.tngtech.archunit.core.domain.properties.HasOwner;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/// The doors between the rooms of this application: the table of the architecture page.
class DoorsTest {

    private static final String GATE = "queencell.gate.";

    /// What every room that is not pure may open.
    private static final List<String> HOUSE = List.of("settings", "log", "metric", "process");

    /// A room and where its doors lead: rooms of Gate by name, rooms of the house as `house:name`.
    private record Room(String name, boolean pure, List<String> doors) {}

    /// `graph` and `api` hand documents on, so they open `document`; `api` writes plans, so it opens `plan`. Both
    /// read counters. `api` shows what stages count, takes v1 bodies, pushes to the broker and stands on the
    /// listeners.
    private static final List<Room> ROOMS = List.of(
            pure("document"),
            pure("plan", "document"),
            pure("rule", "document", "plan"),
            // `plan` beside `document`: a migration note tells the names of queues, which are minted in one place
            pure("legacy", "document", "plan"),
            pure("item", "plan"),
            room("counter", "house:broker"),
            room("stage", "counter", "item", "plan", "house:broker"),
            room("graph", "stage", "counter", "rule", "plan", "document", "legacy", "house:broker", "house:task"),
            room(
                    "api",
                    "graph",
                    "stage",
                    "counter",
                    "item",
                    "rule",
                    "insight",
                    "agent",
                    "plan",
                    "document",
                    "legacy",
                    // the public port asks whose session it is
                    "signin",
                    "house:signin",
                    "house:web",
                    "house:broker",
                    "house:listener",
                    "house:task"),
            room("signin", "house:signin", "house:web"),
            room("history"),
            room("insight", "history", "graph", "plan"),
            room("agent", "document", "rule", "plan"));

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(ImportOption.Predefined.DO_NOT_INCLUDE_TESTS)
            .importPackages("queencell");

    @TestFactory
    Stream<DynamicTest> a_room_opens_only_the_doors_it_has() {
        return ROOMS.stream()
                .map(room ->
                        DynamicTest.dynamicTest(room.name(), () -> doors(room).check(CLASSES)));
    }

    @TestFactory
    Stream<DynamicTest> a_pure_room_knows_no_container_and_no_library() {
        return ROOMS.stream()
                .filter(Room::pure)
                .map(room -> DynamicTest.dynamicTest(
                        room.name(), () -> libraries(room).check(CLASSES)));
    }

    @TestFactory
    Stream<DynamicTest> a_pure_room_asks_no_clock() {
        return ROOMS.stream()
                .filter(Room::pure)
                .map(room ->
                        DynamicTest.dynamicTest(room.name(), () -> clocks(room).check(CLASSES)));
    }

    @Test
    void a_room_that_breaks_the_rules_is_named() {
        JavaClasses fixture = new ClassFileImporter().importPackages("queencell.gate.fixture");
        Room room = pure("fixture", "document");
        for (ArchRule rule : List.of(doors(room), libraries(room), clocks(room))) {
            assertThatThrownBy(() -> rule.check(fixture))
                    .isInstanceOf(AssertionError.class)
                    .hasMessageContaining("room gate.fixture")
                    .hasMessageContaining("ImpureRoom.now()");
        }
    }

    private static Room pure(String name, String... doors) {
        return new Room(name, true, List.of(doors));
    }

    private static Room room(String name, String... doors) {
        return new Room(name, false, List.of(doors));
    }

    private static ArchRule doors(Room room) {
        List<String> open = new ArrayList<>(List.of(room.name()));
        open.addAll(room.doors());
        if (!room.pure()) {
            HOUSE.forEach(name -> open.add("house:" + name));
        }
        String[] packages = open.stream().map(DoorsTest::packageOf).toArray(String[]::new);
        return noClasses()
                .that()
                .resideInAPackage(packageOf(room.name()))
                .should()
                .dependOnClassesThat(JavaClass.Predicates.resideInAPackage("queencell..")
                        .and(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(packages))))
                .because("room gate." + room.name() + " opens only these doors: " + open)
                .allowEmptyShould(true);
    }

    private static String packageOf(String room) {
        return room.startsWith("house:") ? "queencell." + room.substring("house:".length()) + ".." : GATE + room + "..";
    }

    private static ArchRule libraries(Room room) {
        // Jackson's streaming parser, where bytes become a document
        String[] known = room.name().equals("document")
                ? new String[] {"java..", "queencell..", "com.fasterxml.jackson.core.."}
                : new String[] {"java..", "queencell.."};
        String[] impure = {
            "java.io..", "java.nio.file..", "java.net..", "java.sql..", "java.util.concurrent..", "java.util.logging.."
        };
        return noClasses()
                .that()
                .resideInAPackage(packageOf(room.name()))
                .should()
                .dependOnClassesThat(DescribedPredicate.not(JavaClass.Predicates.resideInAnyPackage(known)))
                .orShould()
                .dependOnClassesThat(JavaClass.Predicates.resideInAnyPackage(impure)
                        .and(DescribedPredicate.not(exceptionsOfReading())))
                .because("room gate." + room.name() + " is pure: it takes what it needs as arguments")
                .allowEmptyShould(true);
    }

    /// Reading bytes in memory declares them.
    private static DescribedPredicate<JavaClass> exceptionsOfReading() {
        return DescribedPredicate.describe(
                "exceptions of reading, and what records are compiled with",
                type -> type.getName().startsWith("java.io.")
                        && (type.getName().endsWith("Exception")
                                || type.getName().endsWith("able")));
    }

    private static ArchRule clocks(Room room) {
        return noClasses()
                .that()
                .resideInAPackage(packageOf(room.name()))
                .should()
                .callMethodWhere(DescribedPredicate.describe("asks a clock", call -> asksAClock(call.getTarget())))
                .because("room gate." + room.name() + " is pure: the time is an argument")
                .allowEmptyShould(true);
    }

    private static <T extends HasName & HasOwner<JavaClass>> boolean asksAClock(T target) {
        String owner = target.getOwner().getName();
        String method = target.getName();
        return owner.startsWith("java.time.") && method.equals("now")
                || owner.equals("java.time.Clock") && (method.startsWith("system") || method.startsWith("tick"))
                || owner.equals("java.lang.System")
                        && Arrays.asList("nanoTime", "currentTimeMillis").contains(method);
    }
}
