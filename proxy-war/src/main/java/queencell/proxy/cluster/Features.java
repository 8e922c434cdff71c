package queencell.proxy.cluster;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Set;
import queencell.proxy.route.Feature;

/// The route families a plan opens (control plane, 5.2). Overrides cannot open one.
///
/// @param open those that `plans.features` sets to JSON `true`
public record Features(Set<Feature> open) {
    public Features {
        open = Set.copyOf(open);
    }

    public static Features all() {
        return new Features(EnumSet.allOf(Feature.class));
    }

    public static Features none() {
        return new Features(Set.of());
    }

    /// Only JSON `true` opens; missing, another type or unreadable text stays closed.
    public static Features parse(String featuresJson) {
        Set<Feature> open = EnumSet.noneOf(Feature.class);
        try (JsonParser parser = JsonColumn.parser(featuresJson)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return none();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String key = parser.currentName();
                boolean isTrue = parser.nextToken() == JsonToken.VALUE_TRUE;
                Feature.parse(key).filter(feature -> isTrue).ifPresent(open::add);
                parser.skipChildren();
            }
            return parser.currentToken() == JsonToken.END_OBJECT ? new Features(open) : none();
        } catch (IOException unreadable) {
            return none();
        }
    }

    public boolean allows(Feature feature) {
        return open.contains(feature);
    }
}
