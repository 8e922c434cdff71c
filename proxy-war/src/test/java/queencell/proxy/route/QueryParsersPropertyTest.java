package queencell.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/// Whoever may connect chooses these bytes (acceptance check 21).
class QueryParsersPropertyTest {
    @Property
    void no_bytes_may_make_a_reader_of_targets_throw(@ForAll byte[] path, @ForAll byte[] query) {
        var raw = new RawQuery(latin1(query));
        for (String target : new String[] {
            "/api/v1/pop/queue/" + latin1(path), "/api/v1/ephemeral/pop", "/api/v1/messages", "/" + latin1(path)
        }) {
            Route route = Classifier.classify("GET", target);
            assertThat(QueryRules.apply(route, target, raw, 10, 1000)).isNotNull();
            assertThat(PopTarget.of(route, target, raw)).isNotNull();
        }
        String name = raw.raw().replaceAll("[&=].*", "");
        assertThat(raw.firstText(name)).isNotNull();
        assertThat(raw.without(name, "true").raw()).hasSizeLessThanOrEqualTo(query.length);
    }

    private static String latin1(byte[] bytes) {
        return new String(bytes, StandardCharsets.ISO_8859_1);
    }
}
