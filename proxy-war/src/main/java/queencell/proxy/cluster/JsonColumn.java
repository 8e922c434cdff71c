package queencell.proxy.cluster;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;

/// Reads a `jsonb` column as PostgreSQL writes it: numbers without exponents, of as many digits as `numeric` holds.
final class JsonColumn {
    /// Within Jackson's usual bounds one absurd number would cost the cluster everything else in the column.
    private static final JsonFactory JSON = JsonFactory.builder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNumberLength(Integer.MAX_VALUE)
                    .maxStringLength(Integer.MAX_VALUE)
                    .maxNestingDepth(Integer.MAX_VALUE)
                    .maxNameLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonColumn() {}

    static JsonParser parser(String text) throws IOException {
        return JSON.createParser(text);
    }
}
