package queencell.proxy.start;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.ws.rs.Path;
import java.util.Comparator;
import java.util.List;
import org.junit.jupiter.api.Test;
import queencell.proxy.pipeline.ForwardResource;

class TenantPortTest {

    @Test
    void requests_to_the_broker_are_not_matched_against_every_page_of_the_console_first() {
        List<Class<?>> inTheOrderOfMatching = TenantPort.COMPONENTS.stream()
                .filter(component -> component.isAnnotationPresent(Path.class))
                .sorted(Comparator.comparingInt(TenantPortTest::literalLetters).reversed())
                .toList();

        assertThat(inTheOrderOfMatching.getFirst()).isEqualTo(ForwardResource.class);
        assertThat(literalLetters(inTheOrderOfMatching.get(1))).isLessThan(literalLetters(ForwardResource.class));
    }

    /// What JAX-RS orders root resources by.
    private static int literalLetters(Class<?> resource) {
        return resource.getAnnotation(Path.class)
                .value()
                .replaceAll("\\{[^}]*}", "")
                .length();
    }
}
