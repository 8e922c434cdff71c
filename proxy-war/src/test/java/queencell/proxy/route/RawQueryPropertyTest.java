package queencell.proxy.route;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class RawQueryPropertyTest {
    @Property(tries = 1000)
    void changing_one_parameter_must_not_touch_the_others(
            @ForAll("parameters") List<String> others, @ForAll("at") int at) {
        int index = Math.min(at, others.size());
        var before = new ArrayList<>(others);
        before.add(index, "timeout=7");
        var after = new ArrayList<>(others);
        after.add(index, "timeout=123456");
        assertThat(query(before).with("timeout", "123456")).isEqualTo(query(after));
    }

    @Property(tries = 1000)
    void removing_a_parameter_must_not_touch_the_others(
            @ForAll("parameters") List<String> others, @ForAll("at") int at) {
        int index = Math.min(at, others.size());
        var before = new ArrayList<>(others);
        before.add(index, "frames=true");
        // an empty parameter at an edge is not there any more when its separator goes
        assertThat(parts(query(before).without("frames", "true"))).isEqualTo(parts(query(others)));
    }

    @Provide
    Arbitrary<List<String>> parameters() {
        return Arbitraries.of(
                        "a=%2F", "b=+", "c=", "d", "", "E=1=2", "queue=%C3%A4", "x=%zz", "wait=true", "tim%65out2=3")
                .list()
                .ofMaxSize(6);
    }

    @Provide
    Arbitrary<Integer> at() {
        return Arbitraries.integers().between(0, 6);
    }

    private static RawQuery query(List<String> parameters) {
        return new RawQuery(String.join("&", parameters));
    }

    private static List<String> parts(RawQuery query) {
        return Arrays.stream(query.raw().split("&"))
                .filter(part -> !part.isEmpty())
                .collect(Collectors.toList());
    }
}
