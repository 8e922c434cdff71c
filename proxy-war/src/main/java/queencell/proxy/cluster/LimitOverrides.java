package queencell.proxy.cluster;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.Map;
import java.util.OptionalLong;

/// `clusters.limit_overrides`, key by key (control plane, 5.1): JSON `null` lifts the limit, a whole number within the
/// column's range replaces it, anything else leaves the plan's value, so that a typo never means zero.
final class LimitOverrides {
    private LimitOverrides() {}

    /// What the overrides decide: a number, or empty for unlimited. Columns they leave alone are missing.
    static Map<LimitColumn, OptionalLong> parse(String json) {
        Map<LimitColumn, OptionalLong> overrides = new EnumMap<>(LimitColumn.class);
        try (JsonParser parser = JsonColumn.parser(json)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return Map.of();
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                readKey(parser, overrides);
            }
            return overrides;
        } catch (IOException unreadable) {
            // the column is jsonb, so this is no override that somebody wrote
            return Map.of();
        }
    }

    private static void readKey(JsonParser parser, Map<LimitColumn, OptionalLong> overrides) throws IOException {
        String key = parser.currentName();
        JsonToken value = parser.nextToken();
        for (LimitColumn column : LimitColumn.values()) {
            if (!column.wireName().equals(key)) {
                continue;
            }
            if (value == JsonToken.VALUE_NULL) {
                overrides.put(column, OptionalLong.empty());
            } else if (value.isNumeric()) {
                wholeNumber(parser.getDecimalValue(), column.most())
                        .ifPresent(number -> overrides.put(column, OptionalLong.of(number)));
            }
        }
        parser.skipChildren();
    }

    private static OptionalLong wholeNumber(BigDecimal value, long most) {
        boolean isWhole = value.signum() == 0 || value.stripTrailingZeros().scale() <= 0;
        if (!isWhole || value.compareTo(BigDecimal.valueOf(most)) > 0) {
            return OptionalLong.empty();
        }
        // below zero only a hand-written update leads; however large, it counts as zero
        return OptionalLong.of(value.signum() < 0 ? 0 : value.longValueExact());
    }
}
