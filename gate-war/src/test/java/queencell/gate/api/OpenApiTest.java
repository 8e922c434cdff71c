package queencell.gate.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import jakarta.ws.rs.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import queencell.gate.signin.SigninResource;
import queencell.web.ApiDescription;

/// The description of the API says what the resources have: no route more, none less. What they answer is held against
/// it by the suite over a running Gate.
class OpenApiTest {
    private final ApiDescription description = ApiDescription.beside(DescriptionResource.class, "openapi.json");

    @Test
    void every_route_is_described_and_every_description_has_a_route() {
        List<Class<?>> resources = new ClassFileImporter()
                .importPackagesOf(DescriptionResource.class, SigninResource.class).stream()
                        .filter(type -> type.isAnnotatedWith(Path.class))
                        .<Class<?>>map(JavaClass::reflect)
                        .collect(Collectors.toList());

        assertThat(description.operations()).isEqualTo(ApiDescription.routesOf(resources));
    }

    @Test
    void every_reference_leads_somewhere_and_every_path_parameter_is_described() {
        assertThat(description.problems()).isEmpty();
    }

    @Test
    void every_error_has_the_one_body_of_errors() {
        description.json().path("components").path("responses").properties().forEach(response -> {
            boolean says = response.getValue().path("description").asText().startsWith("`")
                    || List.of("ReadOnly", "NotAllowed").contains(response.getKey());
            assertThat(response.getValue().toString().contains("schemas/Error"))
                    .as(response.getKey())
                    .isEqualTo(says);
        });
    }
}
