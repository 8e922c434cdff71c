package queencell.web;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.net.InetAddress;

/// A stranger's header must not make a request wait for a name server, nor ask one for names of the stranger's choice.
@AnalyzeClasses(packages = "queencell.web", importOptions = ImportOption.DoNotIncludeTests.class)
class NameServerTest {

    @ArchTest
    static final ArchRule reading_a_request_asks_no_name_server = noClasses()
            .should()
            .callMethod(InetAddress.class, "getByName", String.class)
            .orShould()
            .callMethod(InetAddress.class, "getAllByName", String.class)
            .because("whatever is no literal address is asked for there, `999.1.1.1` too");
}
