package queencell.web;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonSerializer;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.databind.SerializerProvider;
import com.fasterxml.jackson.databind.module.SimpleModule;
import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.OptionalLong;

/// Writes records as the JSON of our own surfaces: names in snake case, moments as `2026-09-03T14:03:00Z`, what
/// is absent as `null` (proxy console, 2).
public final class JsonAnswer {
    private static final ObjectMapper JSON = new ObjectMapper()
            .setPropertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
            .registerModule(new SimpleModule()
                    .addSerializer(Instant.class, new InSeconds())
                    .addSerializer(OptionalLong.class, new NumberOrNull())
                    .addSerializer(Optional.class, new ValueOrNull()));

    private JsonAnswer() {}

    public static Response ok(Object value) {
        return of(200, value).build();
    }

    /// An answer to add headers to.
    public static Response.ResponseBuilder of(int status, Object value) {
        return Response.status(status).type(MediaType.APPLICATION_JSON_TYPE).entity(bytes(value));
    }

    static byte[] bytes(Object value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("an answer of " + value.getClass() + " cannot be written", impossible);
        }
    }

    private static final class InSeconds extends JsonSerializer<Instant> {
        @Override
        public void serialize(Instant moment, JsonGenerator json, SerializerProvider provider) throws IOException {
            json.writeString(moment.truncatedTo(ChronoUnit.SECONDS).toString());
        }
    }

    private static final class NumberOrNull extends JsonSerializer<OptionalLong> {
        @Override
        public void serialize(OptionalLong number, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (number.isPresent()) {
                json.writeNumber(number.getAsLong());
            } else {
                json.writeNull();
            }
        }
    }

    @SuppressWarnings("rawtypes")
    private static final class ValueOrNull extends JsonSerializer<Optional> {
        @Override
        public void serialize(Optional value, JsonGenerator json, SerializerProvider provider) throws IOException {
            if (value.isPresent()) {
                provider.defaultSerializeValue(value.get(), json);
            } else {
                json.writeNull();
            }
        }
    }
}
