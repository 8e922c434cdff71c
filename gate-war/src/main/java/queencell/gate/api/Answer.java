package queencell.gate.api;

import jakarta.ws.rs.core.MediaType;
import jakarta.ws.rs.core.Response;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import queencell.gate.document.Json;
import queencell.gate.document.JsonWriter;
import queencell.gate.document.Members;

/// Writes JSON answers.
final class Answer {

    private Answer() {}

    static Response ok(Json body) {
        return of(200, body).build();
    }

    static Response.ResponseBuilder of(int status, Json body) {
        return Response.status(status).type(MediaType.APPLICATION_JSON_TYPE).entity(JsonWriter.bytes(body));
    }

    static <T> Json list(Collection<T> values, Function<? super T, ? extends Json> writer) {
        return new Json.Arr(values.stream().<Json>map(writer).toList());
    }

    static Json texts(Collection<?> values) {
        return list(values, value -> Json.of(value.toString()));
    }

    static <V> Json map(Map<String, V> values, Function<V, Json> writer) {
        var members = new Members();
        values.forEach((name, value) -> members.put(name, writer.apply(value)));
        return members.object();
    }

    static Json number(OptionalLong number) {
        return number.isPresent() ? Json.of(number.getAsLong()) : Json.NULL;
    }

    static Json orNull(Optional<? extends Json> value) {
        return value.isPresent() ? value.get() : Json.NULL;
    }

    /// Three decimals, as people read a share or a rate.
    static Json decimal(double number) {
        return new Json.Num(java.math.BigDecimal.valueOf(number)
                .setScale(3, java.math.RoundingMode.HALF_UP)
                .stripTrailingZeros()
                .toPlainString());
    }

    static Json.Arr array(List<Json> elements) {
        return new Json.Arr(elements);
    }
}
