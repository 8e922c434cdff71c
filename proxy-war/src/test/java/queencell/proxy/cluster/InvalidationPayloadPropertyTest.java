package queencell.proxy.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import queencell.proxy.database.PxdbConnections;
import queencell.proxy.database.PxdbSettings;
import queencell.settings.SettingsReader;

/// Anybody who may connect to the database can send a notification (pipeline, 11).
class InvalidationPayloadPropertyTest {
    private final List<String> heard = new ArrayList<>();
    private final InvalidationListener listener = new InvalidationListener(
            new PxdbConnections(SettingsReader.of(Map.of()).read(PxdbSettings.class)), List.of(new Invalidation() {
                @Override
                public void clusterChanged(UUID cluster) {
                    heard.add(cluster.toString());
                }

                @Override
                public void sessionRevoked() {
                    heard.add("session");
                }

                @Override
                public void anythingMayHaveChanged() {
                    heard.add("anything");
                }
            }));

    @Property
    void no_payload_may_throw_or_be_taken_for_a_cluster_that_it_does_not_name(@ForAll String payload) {
        heard.clear();
        listener.tell(payload);

        assertThat(heard).isEmpty();
    }

    @Property
    void no_broken_id_may_throw_or_be_taken_for_another(
            @ForAll long high, @ForAll long low, @ForAll int at, @ForAll char other) {
        var broken = new StringBuilder(new UUID(high, low).toString());
        broken.setCharAt(Math.floorMod(at, broken.length()), other);
        heard.clear();
        listener.tell(broken.toString());

        // the nil id means that a session was revoked
        assertThat(heard).allMatch(each -> each.equalsIgnoreCase(broken.toString()) || each.equals("session"));
    }

    @Property(tries = 200)
    void an_id_must_be_heard_in_either_case_and_with_white_space_around_it(@ForAll long high, @ForAll long low) {
        var id = new UUID(high, low);
        heard.clear();
        listener.tell(" " + id.toString().toUpperCase(Locale.ROOT) + "\n");

        assertThat(heard).containsExactly(id.equals(new UUID(0, 0)) ? "session" : id.toString());
    }
}
